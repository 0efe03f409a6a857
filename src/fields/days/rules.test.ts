import { describe, expect, it } from 'vitest'
import { weekdays } from '../../lib/formatDate.ts'
import { daysOf, rules, withDay } from './rules.ts'

describe('days', () => {
  it('FE-129 FE-426 run from Sun to Sat, in every order of pressing', () => {
    expect(weekdays).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
    expect(withDay(withDay(['Wed'], 'Sun', true), 'Mon', true)).toEqual(['Sun', 'Mon', 'Wed'])
    expect(withDay(['Sun', 'Mon'], 'Sun', false)).toEqual(['Mon'])
  })
  it('are unanswered while none is chosen', () => {
    const setting = { type: 'days', attribute: 'days' } as const
    expect(rules.empty([], setting, () => undefined)).toBe(true)
    expect(rules.empty(['Fri'], setting, () => undefined)).toBe(false)
    expect(daysOf('Fri')).toEqual([])
    expect(daysOf(['Someday', 'Fri'])).toEqual(['Fri'])
  })
})
