import { describe, expect, it } from 'vitest'
import { durationsUpTo, durationText, minutesOf } from './durationsUpTo.ts'

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
  it('RV-383 understands weeks, days, hours, mins and am/pm', () => {
    expect(minutesOf('2 weeks')).toBe(2 * 7 * 1440)
    expect(minutesOf('1 week 2 days')).toBe(9 * 1440)
    expect(minutesOf('3 days')).toBe(3 * 1440)
    expect(minutesOf('2 Hours 30 mins')).toBe(150)
    expect([minutesOf('4:30 pm'), minutesOf('7am'), minutesOf('12 AM'), minutesOf('12:15 p.m.')]).toEqual([16.5 * 60, 7 * 60, 0, 735])
  })
  it('does not guess', () => {
    for (const text of ['', '13 pm', '0 am', '4:75 pm', 'soon', '5', '3 apples', 'about 2 hours', 90, null])
      expect(minutesOf(text)).toBeUndefined()
  })
})
