import { afterEach, expect, it, vi } from 'vitest'
import { monthsLater } from './prorate.ts'

afterEach(() => void vi.unstubAllEnvs())

it.each(['UTC', 'America/New_York', 'Africa/Cairo'])('renews on the same day of a month, or on its last day, on a server in %s', (host) => {
  vi.stubEnv('TZ', host)
  expect(monthsLater('2026-01-31T09:15:30.250Z', 1)).toBe('2026-02-28T09:15:30.250Z')
  expect(monthsLater('2028-01-31T00:00:00.000Z', 1)).toBe('2028-02-29T00:00:00.000Z')
  expect(monthsLater('2026-01-31T00:00:00.000Z', 2)).toBe('2026-03-31T00:00:00.000Z')
  // The clocks of New York go forward on 8 March, those of Cairo on 24 April.
  expect(monthsLater('2026-02-08T07:30:00.000Z', 1)).toBe('2026-03-08T07:30:00.000Z')
  expect(monthsLater('2026-03-23T22:30:00.000Z', 1)).toBe('2026-04-23T22:30:00.000Z')
  expect(monthsLater('2028-02-29T12:00:00.000Z', 12)).toBe('2029-02-28T12:00:00.000Z')
})
