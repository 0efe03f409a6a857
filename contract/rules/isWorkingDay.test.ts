import { describe, expect, it } from 'vitest'
import { isWorkingDay, nextWorkingDay, startOfNextWeek, startOfWeek } from './isWorkingDay.ts'

describe('working days', () => {
  it('are Monday to Friday minus the holidays of the project', () => {
    const week = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
    expect(week.filter((day) => isWorkingDay(day))).toEqual(week.slice(1, 6))
    expect(isWorkingDay('2026-11-26', new Set(['2026-11-26']))).toBe(false)
    expect(isWorkingDay('no day')).toBe(false)
  })

  it('the next one leaves out the weekend and every holiday on the way', () => {
    expect(nextWorkingDay('2026-11-18')).toBe('2026-11-19')
    expect(nextWorkingDay('2026-11-20')).toBe('2026-11-23')
    expect(nextWorkingDay('2026-11-25', new Set(['2026-11-26', '2026-11-27']))).toBe('2026-11-30')
    expect(nextWorkingDay('2026-12-31', new Set(['2027-01-01']))).toBe('2027-01-04')
  })

  it('ends, however many holidays there are', () => {
    const always = { has: () => true } as unknown as ReadonlySet<string>
    expect(nextWorkingDay('2026-11-18', always)).toBe('2026-11-19')
  })

  it('a week begins on Monday', () => {
    expect(['2026-11-16', '2026-11-18', '2026-11-21', '2026-11-22'].map(startOfNextWeek)).toEqual(Array(4).fill('2026-11-23'))
    expect(['2026-11-16', '2026-11-18', '2026-11-21', '2026-11-22'].map(startOfWeek)).toEqual(Array(4).fill('2026-11-16'))
  })
})
