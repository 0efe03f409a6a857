import { describe, expect, it } from 'vitest'
import { offValue, onValue, shownTick, switchRules, tickAfter, rules } from './rules.ts'

const read = () => undefined
const toggle = { type: 'toggle', attribute: 'agreed' } as const
const power = { type: 'switch', attribute: 'power' } as const

describe('a tick', () => {
  it('FE-187 with invert shows the opposite of what it stores', () => {
    expect(shownTick(false, true)).toBe(true)
    expect(shownTick(true, true)).toBe(false)
    expect(tickAfter(true, undefined, { invert: true, required: false })).toBe(false)
    expect(tickAfter(false, false, { invert: true, required: false })).toBe(true)
  })
  it('FE-318 that is required keeps its prior value when it is cleared', () => {
    expect(tickAfter(false, true, { required: true })).toBe(true)
    expect(tickAfter(false, false, { invert: true, required: true })).toBe(false)
    expect(tickAfter(false, true, { required: false })).toBe(false)
  })
  it('FE-319 takes its default when it has no value', () => {
    expect(rules.initial?.({ ...toggle, default: true }, {})).toBe(true)
    expect(rules.initial?.(toggle, {})).toBeUndefined()
  })
  it('FE-137 is unanswered until it is ticked', () => {
    expect(rules.empty(false, toggle, read)).toBe(true)
    expect(rules.empty(undefined, toggle, read)).toBe(true)
    expect(rules.empty(true, toggle, read)).toBe(false)
    expect(rules.empty(false, { ...toggle, invert: true }, read)).toBe(false)
  })
})

describe('a switch', () => {
  it('FE-138 FE-186 stores onValue or offValue, true and false where none are given', () => {
    expect([onValue({ onValue: 'on' }), offValue({ offValue: null })]).toEqual(['on', null])
    expect([onValue({}), offValue({})]).toEqual([true, false])
  })
  it('is off until a user turns it on', () => {
    expect(switchRules.initial?.({ ...power, offValue: 'off' }, {})).toBe('off')
    expect(switchRules.initial?.({ ...power, default: 'on' }, {})).toBe('on')
    expect(switchRules.empty(false, power, read)).toBe(false)
  })
})
