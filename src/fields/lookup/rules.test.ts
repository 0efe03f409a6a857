import { describe, expect, it } from 'vitest'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { chosenOf, valueOf } from './chosen.ts'
import { rules } from './rules.ts'

const setting = (more: Partial<FieldSetting<'lookup'>> = {}): FieldSetting<'lookup'> => ({
  type: 'lookup',
  attribute: 'who',
  lookup: 'employees',
  ...more,
})
const ana = { id: 'e1', label: 'Ana Lima', attributes: { trade: 'Rigging' } }
const ben = { id: 'e2', label: 'Ben Carter' }
const typed = { id: 'Zoe', label: 'Zoe', create: true }

describe('FE-141 what a pick from a lookup leaves in the record', () => {
  it.each([
    [undefined, 'e1'],
    ['id', 'e1'],
    ['label', 'Ana Lima'],
    ['item', { id: 'e1', label: 'Ana Lima', trade: 'Rigging' }],
  ] as const)('store %s', (store, value) => {
    expect(valueOf([ana], setting({ store }))).toEqual(value)
    expect(valueOf([ana], setting({ store, multiSelect: true }))).toEqual([value])
    expect(chosenOf(value, [ana, ben], setting({ store }))).toEqual([{ id: 'e1', label: 'Ana Lima' }])
  })
  it('what was typed is kept in its own words', () => {
    expect(valueOf([typed], setting())).toBe('Zoe')
    expect(valueOf([typed], setting({ store: 'item' }))).toEqual({ label: 'Zoe' })
  })
  it('nothing chosen is no answer', () => {
    for (const value of [undefined, null, '', [], {}, [''], ' ']) expect(rules.empty(value, setting(), () => undefined)).toBe(true)
    for (const value of ['e1', ['e1'], { label: 'Zoe' }]) expect(rules.empty(value, setting(), () => undefined)).toBe(false)
    expect(valueOf([], setting())).toBeNull()
    expect(valueOf([], setting({ multiSelect: true }))).toBeNull()
  })
  it('a choice that left the list stays readable', () => {
    expect(chosenOf(['e1', 'gone'], [ana], setting({ multiSelect: true }))).toEqual([
      { id: 'e1', label: 'Ana Lima' },
      { id: 'gone', label: 'gone' },
    ])
  })
})
