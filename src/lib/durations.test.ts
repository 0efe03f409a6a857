import { describe, expect, it } from 'vitest'
import { durationsUpTo, durationText, minutesOf } from './durations.ts'

describe('durations', () => {
  it('reads what it writes', () => {
    for (const text of durationsUpTo(12)) expect(durationText(minutesOf(text) ?? 0)).toBe(text)
  })
  it('reads what people and settings write', () => {
    expect(minutesOf('45 mins')).toBe(45)
    expect(minutesOf('1 hour')).toBe(60)
    expect(minutesOf('1.5 hours')).toBe(90)
    expect(minutesOf('1 hour 15 mins')).toBe(75)
    expect(minutesOf('2 days')).toBe(2880)
  })
  it('does not guess', () => {
    for (const text of ['', 'soon', '5', '3 apples', 'about 2 hours', 90, null]) expect(minutesOf(text)).toBeUndefined()
  })
})
