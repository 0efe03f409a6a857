import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayOf, daysLater, isDay, readDay, utcDay } from './daysLater.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('calendar days', () => {
  it('knows real days from impossible ones', () => {
    expect(['2028-02-29', '2026-12-31', '0099-01-01'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-00-10', '20-1-2026', '2026-1-2', '2026', '2026-W10', '20260101', '', null].some(isDay)).toBe(
      false,
    )
    expect(isDay('2026-01-01T00:00')).toBe(false)
    expect(readDay('2026-02-30').getTime()).toBeNaN()
  })

  it.each(['UTC', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Pacific/Apia'])(
    'counts days over the end of a month and over a clock change, on a device in %s',
    (host) => {
      vi.stubEnv('TZ', host)
      expect(daysLater('2026-02-28', 1)).toBe('2026-03-01')
      expect(daysLater('2026-03-07', 2)).toBe('2026-03-09')
      expect(daysLater('2026-11-01', 1)).toBe('2026-11-02')
      expect(daysLater('2026-09-05', 1)).toBe('2026-09-06')
      expect(daysLater('2026-04-24', -1)).toBe('2026-04-23')
      expect(daysLater('2011-12-29', 1)).toBe('2011-12-30')
      expect(daysLater('2026-01-01', -1)).toBe('2025-12-31')
      expect(daysLater('2024-02-29', 366)).toBe('2025-03-01')
      expect(daysLater('soon', 1)).toBe('soon')
    },
  )

  it('takes the day of the device or of UTC', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const evening = new Date(2026, 9, 20, 23, 59)
    expect([dayOf(evening), utcDay(evening)]).toEqual(['2026-10-20', '2026-10-21'])
  })
})
