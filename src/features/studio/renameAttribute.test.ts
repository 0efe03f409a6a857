import { describe, expect, it } from 'vitest'
import { attributeFor, followsLabel, freeNameFor, renameAttribute, renameText } from './renameAttribute.ts'
import { readJson } from '../../../contract/forms/check/readJson.ts'

const file = (form: unknown) => JSON.stringify(form, undefined, 2)
const parse = (text: string) => JSON.parse(text) as Record<string, never>

describe('names of questions', () => {
  it.each([
    ['Is the ladder safe?', 'is_the_ladder_safe'],
    ['¿Está seguro?', 'esta_seguro'],
    ['2nd inspection', 'q_2nd_inspection'],
    ['What exactly did you see when you walked over the site this morning?', 'what_exactly_did_you_see_when_you'],
    ['木', undefined],
  ])('follow from the text %s', (label, name) => {
    expect(attributeFor(label)).toBe(name)
  })

  it('follow as long as the author has not chosen another one', () => {
    expect(followsLabel('gate', 'Gate')).toBe(true)
    expect(followsLabel('gate_2', 'Gate')).toBe(true)
    expect(followsLabel('gate_open', 'Gate')).toBe(false)
    expect(followsLabel('north', 'Gate')).toBe(false)
  })

  it('are free, in the list of an entry as in the form', () => {
    const { root } = readJson(
      file({
        children: [
          { type: 'text', attribute: 'gate' },
          { type: 'text', attribute: 'x', label: 'Gate' },
        ],
      }),
    )
    expect(freeNameFor(root, ['children', 1], 'Gate')).toBe('gate_2')
    expect(freeNameFor(root, ['children', 0], 'Gate')).toBe('gate')
  })

  it('stay while a list of the form has a question of the same name', () => {
    const crew = { type: 'array', attribute: 'crew', subform: [{ type: 'text', attribute: 'gate' }] }
    const { root } = readJson(file({ children: [{ type: 'text', attribute: 'gate', label: 'Gate' }, crew] }))
    expect(freeNameFor(root, ['children', 0], 'North gate')).toBeUndefined()
  })

  it('change in every condition, calculation and text that uses them, and in nothing else', () => {
    const text = file({
      name: 'gate {{gate}}',
      recordTitle: '{{gate}} – {{gate_2}}',
      children: [
        { type: 'text', attribute: 'gate', label: 'gate' },
        { type: 'text', attribute: 'gate_2', visible: "gate = 'gate' and model.gate > 1", description: 'gate', default: '{{gate}}' },
        { type: 'calculated', attribute: 'sum', value: 'gate.length + gate' },
        { type: 'enum', attribute: 'e', options: [{ name: 'gate', value: 'gate' }], fills: { gate: 'gate' } },
        { type: 'validation', field: 'gate', valid: 'gate > 1', message: 'gate is {{gate}}' },
      ],
    })
    expect(parse(renameAttribute(text, ['children', 0], 'door'))).toEqual({
      name: 'gate {{gate}}',
      recordTitle: '{{door}} – {{gate_2}}',
      children: [
        { type: 'text', attribute: 'door', label: 'gate' },
        { type: 'text', attribute: 'gate_2', visible: "door = 'gate' and model.gate > 1", description: 'gate', default: '{{door}}' },
        { type: 'calculated', attribute: 'sum', value: 'door.length + door' },
        { type: 'enum', attribute: 'e', options: [{ name: 'gate', value: 'gate' }], fills: { door: 'gate' } },
        { type: 'validation', field: 'door', valid: 'door > 1', message: 'gate is {{door}}' },
      ],
    })
  })

  it('change in filters and for the questions of a list, and leave the function with the same name', () => {
    const text = file({
      name: 'x',
      children: [
        { type: 'text', attribute: 'hours' },
        { type: 'enum', attribute: 'e', options: ['a'], optionFilter: 'option.level > hours' },
        { type: 'calculated', attribute: 'sum', value: 'hours(start, end) + hours' },
        { type: 'subForm', attribute: 'crew', subform: [{ type: 'text', attribute: 'a', visible: 'parent.hours > 1' }] },
      ],
    })
    const changed = renameAttribute(text, ['children', 0], 'shift')
    expect(changed).toContain('option.level > shift')
    expect(changed).toContain('hours(start, end) + shift')
    expect(changed).toContain('parent.shift > 1')
  })

  it('change where a sum names them as the column of a list', () => {
    const text = file({
      name: 'x',
      children: [
        { type: 'subForm', attribute: 'crew', itemTitle: '{{hours}} h', subform: [{ type: 'text', attribute: 'hours' }] },
        { type: 'calculated', attribute: 'all', value: "sum(crew, 'hours')" },
      ],
    })
    const changed = renameAttribute(text, ['children', 0, 'subform', 0], 'time')
    expect(changed).toContain("sum(crew, 'time')")
    expect(changed).toContain('{{time}} h')
  })
})

describe('translations of a text that is reworded', () => {
  const translations = { es: { Gate: 'Puerta' }, pt: { Gate: 'Portão', Door: 'Porta' } }
  it('stay with the text', () => {
    const text = file({ name: 'x', children: [{ type: 'text', attribute: 'a', label: 'Door' }], translations })
    expect(parse(renameText(text, 'Gate', 'Door'))['translations']).toEqual({
      es: { Door: 'Puerta' },
      pt: { Gate: 'Portão', Door: 'Porta' },
    })
  })

  it('stay with the old text while another part has it', () => {
    const text = file({ name: 'Gate', children: [{ type: 'text', attribute: 'a', label: 'Door' }], translations })
    expect(renameText(text, 'Gate', 'Door')).toBe(text)
  })
})
