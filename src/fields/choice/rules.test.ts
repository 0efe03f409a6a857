import { describe, expect, it } from 'vitest'
import { rules, fallbackFor, itemsOf, listAfter, listRules, type Option, optionFor, optionsOf, statusPath } from './rules.ts'

const yes = { name: 'Conforming', value: 'c', status: 'conforming' }
const no = { name: 'Deficient', value: 'd', status: 'deficient' }
const na = { name: 'Not applicable', value: 'n', status: 'not_applicable' }
const answers = [yes, no, na]

describe('options', () => {
  it('FE-184 FE-135 come as texts or with name, value, description, status and default', () => {
    const options = optionsOf(
      { options: ['North', { name: 'South gate', value: 'S', description: 'By the river', status: 'n/a', default: true }] },
      {},
    )
    expect(options[0]).toMatchObject({ name: 'North', value: 'North' })
    expect(options[1]).toMatchObject({ name: 'South gate', value: 'S', description: 'By the river', status: 'n/a', default: true })
    expect(optionFor(options, 'S')?.name).toBe('South gate')
  })
  it.each([
    ['FE-350', 'employees'],
    ['FE-351', 'employeeSmsContacts'],
    ['FE-352', 'vendors'],
    ['FE-353', 'vendorSmsContacts'],
    ['FE-354', 'trades'],
    ['FE-355', 'costCodes'],
    ['FE-356', 'locations'],
  ])('%s come from the named lookup %s', (_, lookup) => {
    const lookups = { [lookup]: [{ id: 'a1', label: 'First' }], other: [{ id: 'b', label: 'No' }] }
    expect(optionsOf({ lookup }, lookups)).toMatchObject([{ name: 'First', value: 'a1' }])
  })
  it('FE-347 are read from an attribute of the answer, or from the values of an object', () => {
    const path = { url: '/api/sites.json', attribute: 'result.items', label: 'title', value: 'key' }
    expect(itemsOf({ result: { items: [{ title: 'Tower', key: 7 }] } }, path)).toMatchObject([{ name: 'Tower', value: 7 }])
    expect(itemsOf({ a: { id: 'a', label: 'Alpha' }, b: 'Beta' }, { url: '/x' })).toMatchObject([
      { name: 'Alpha', value: 'a' },
      { name: 'Beta', value: 'Beta' },
    ])
    expect(itemsOf(null, path)).toEqual([])
  })
})

describe('a choice', () => {
  it('FE-249 falls back to the default option for a value that it does not know', () => {
    expect(fallbackFor([...answers, { ...na, value: 'x', default: true }], undefined)?.value).toBe('x')
    expect(fallbackFor(answers, undefined)).toBeUndefined()
  })
  it.each([
    ['yes', 'c'],
    ['conforming', 'c'],
    ['no', 'd'],
    ['non_conforming', 'd'],
    ['deficient', 'd'],
    ['n/a', 'n'],
    ['not_applicable', 'n'],
  ])("FE-250 falls back to the option that means the parent's status %s", (status, value) => {
    expect(fallbackFor(answers, status)?.value).toBe(value)
  })
  it('starts with its default option', () => {
    const setting = { type: 'enum', attribute: 'a', options: ['x', { name: 'y', default: true }] } as const
    expect(rules.initial?.(setting as never, {})).toBe('y')
    expect(rules.initial?.({ ...setting, default: 'x' } as never, {})).toBe('x')
  })
  it('FE-247 writes its status beside the field', () => {
    expect(statusPath('checks.brakes', 'brakes_status')).toBe('checks.brakes_status')
    expect(statusPath('brakes', 'status')).toBe('status')
    expect(statusPath('checks.brakes', 'summary.status')).toBe('summary.status')
  })
})

describe('a list of choices', () => {
  const option = (value: string, more: Partial<Option> = {}): Option => ({ name: value, value, ...more })
  const none = option('none', { default: true })
  const hat = option('hat')
  const gloves = option('gloves')
  const all = option('all', { all: true })
  const options = [none, hat, gloves, all]

  it('FE-136 FE-276 FE-278 the all-option clears the others, and they clear it', () => {
    expect(listAfter(['hat', 'gloves'], all, true, options)).toEqual(['all'])
    expect(listAfter(['all'], hat, true, options)).toEqual(['hat'])
  })
  it('FE-277 FE-279 nothing chosen falls back to the default option', () => {
    expect(listAfter(['hat'], hat, false, options)).toEqual(['none'])
    expect(listAfter(['hat'], hat, false, [hat, gloves])).toEqual([])
  })
  it('keeps the order of the options', () => {
    expect(listAfter(['gloves'], hat, true, options)).toEqual(['hat', 'gloves'])
  })
  it('keeps a value that is no option any more', () => {
    expect(listAfter(['old'], hat, true, options)).toEqual(['hat', 'old'])
  })
  it('is unanswered while it is empty', () => {
    const setting = { type: 'listenum', attribute: 'a' } as const
    expect(listRules.empty([], setting, () => undefined)).toBe(true)
    expect(listRules.empty(['hat'], setting, () => undefined)).toBe(false)
    expect(listRules.initial?.({ ...setting, options: [{ name: 'none', default: true }] }, {})).toEqual(['none'])
  })
})
