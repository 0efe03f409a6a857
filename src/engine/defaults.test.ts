import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { scopeOf } from '../../contract/forms/template.ts'
import { createForm } from './form.ts'

const children: NodeSetting[] = [
  { type: 'date', attribute: 'date', default: '{{today()}}' },
  { type: 'text', attribute: 'reporter', default: '{{person.name}}' },
  { type: 'text', attribute: 'sign', default: 'Literal { text }' },
]
const open = (model: Record<string, unknown>, person?: Record<string, unknown>) =>
  createForm({
    settings: { children },
    model,
    rules: () => ({ empty: (value: unknown) => value === undefined || value === '' }),
    scope: scopeOf({ person, 'today()': '2026-03-02' }),
  })

describe('a form opens with what the device already knows', () => {
  it('fills in the day and the person, and does not count that as typing', () => {
    const form = open({}, { name: 'Marisol Vega' })
    expect(form.model()).toEqual({ date: '2026-03-02', reporter: 'Marisol Vega', sign: 'Literal { text }' })
    expect(form.dirty()).toBe(false)
    expect(form.initial()).toEqual({})
  })

  it('works a default out from an expression, and keeps a number, a yes or a list as it is', () => {
    const form = createForm({
      settings: {
        children: [
          { type: 'text', attribute: 'hours', number: true, default: '{{crew * 8}}' },
          { type: 'text', attribute: 'note', default: '{{crew * 8}}' },
          { type: 'toggle', attribute: 'big', default: '{{crew > 3}}' },
          { type: 'listenum', attribute: 'trades', options: ['Rigger', 'Welder'], default: "{{[person.trade, 'Welder']}}" },
          { type: 'time', attribute: 'until', default: '{{addMinutes(timeText(now()), 120)}}' },
          { type: 'text', attribute: 'serial', default: "{{lookup('machines', 'EX-204', 'serial')}}" },
        ],
      },
      model: { crew: 4 },
      lookups: { machines: [{ id: 'EX-204', label: 'Excavator', attributes: { serial: 'K7731' } }] },
      rules: (type) => ({
        empty: (value: unknown) => value === undefined || value === '',
        ...(type === 'text' && { numeric: (setting: { number?: boolean }) => setting.number === true }),
      }),
      scope: scopeOf({ person: { trade: 'Rigger' }, 'now()': '2026-03-02T23:30' }),
    })
    expect(form.model()).toEqual({
      crew: 4,
      hours: 32,
      note: '32',
      big: true,
      trades: ['Rigger', 'Welder'],
      until: '01:30',
      serial: 'K7731',
    })
  })

  it('leaves a question open when no person is signed in', () => {
    expect(open({}).model()).not.toHaveProperty('reporter')
  })

  it('never replaces an answer', () => {
    expect(open({ reporter: 'Ana', date: '2025-01-01' }, { name: 'Marisol Vega' }).model()).toMatchObject({
      reporter: 'Ana',
      date: '2025-01-01',
    })
  })

  it('warns an author about a default that cannot be read', () => {
    const checked = checkSettings({ name: 'X', children: [{ type: 'text', attribute: 'a', default: '{{person.}}' }] })
    expect(checked).toMatchObject({ ok: false, problems: [{ path: 'children[0].default' }] })
  })
})
