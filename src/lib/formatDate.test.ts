import { describe, expect, it } from 'vitest'
import { dateOf, formatDate, formatTime, isDate, isTime, minutesOfTime, timeOfMinutes, timesBetween, weekdayName } from './formatDate.ts'

describe('dates', () => {
  it('knows real days from impossible ones', () => {
    expect(isDate('2028-02-29')).toBe(true)
    expect(isDate('2026-02-29')).toBe(false)
    expect(isDate('2026-13-01')).toBe(false)
    expect(isDate('20-1-2026')).toBe(false)
    expect(isDate(null)).toBe(false)
  })
  it('takes the day of the device, not of Greenwich', () => {
    expect(dateOf(new Date(2026, 9, 20, 23, 59))).toBe('2026-10-20')
  })
  it('RV-377 RV-378 writes a stored yyyy-MM-dd as MMM d, yyyy, in the order and words of the language', () => {
    expect(formatDate('2026-10-20', 'en')).toBe('Oct 20, 2026')
    expect(formatDate('2026-01-02', 'en')).toBe('Jan 2, 2026')
    expect(dateOf(new Date(2026, 0, 2))).toBe('2026-01-02')
    expect(formatDate('2026-10-20', 'en-au')).toBe('20 Oct 2026')
    expect(formatDate('2026-10-20', 'es')).toBe('20 oct 2026')
  })
  it('writes days in the language of the person, and leaves alone what is no date', () => {
    expect(formatDate('not a date', 'es')).toBe('not a date')
    expect(weekdayName('Mon', 'en')).toBe('Mon')
    expect(weekdayName('Sun', 'es')).toMatch(/^dom/)
  })
  it('shows 24-hour times with AM and PM', () => {
    expect(formatTime('00:00')).toBe('12:00 AM')
    expect(formatTime('12:15')).toBe('12:15 PM')
    expect(formatTime('18:45')).toBe('6:45 PM')
    expect(formatTime('later')).toBe('later')
    expect(isTime('23:59')).toBe(true)
    expect(isTime('24:00')).toBe(false)
  })
  it('counts minutes of the day there and back, past midnight too', () => {
    expect(minutesOfTime('13:05')).toBe(785)
    expect(minutesOfTime('1:05 PM')).toBeUndefined()
    expect([timeOfMinutes(785), timeOfMinutes(1440 + 30)]).toEqual(['13:05', '00:30'])
  })
  it('lists times with both ends', () => {
    expect(timesBetween('04:00', '04:30', 15)).toEqual(['04:00', '04:15', '04:30'])
  })
})
