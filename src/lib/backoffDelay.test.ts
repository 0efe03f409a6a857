import { expect, it } from 'vitest'
import { longestPause, longestPauseOffline, backoffDelay, retryAfter } from './backoffDelay.ts'

it('pauses at random up to a limit that doubles with every try, and never longer than five minutes', () => {
  expect([0, 1, 2, 3].map((tries) => backoffDelay(tries, 0.999_999))).toEqual([999, 1999, 3999, 7999])
  expect(backoffDelay(500, 0.999_999)).toBeLessThan(longestPause)
  expect(backoffDelay(500, 0)).toBe(0)
  expect(backoffDelay(500, 0.999_999, longestPauseOffline)).toBe(9999)
})

it('reads the pause that a server asks for as seconds or as a date', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(retryAfter('7', now)).toBe(7000)
  expect(retryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000)
  expect(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect(retryAfter('86400', now)).toBe(longestPause)
  expect([retryAfter(null, now), retryAfter('soon', now), retryAfter('', now)]).toEqual([undefined, undefined, undefined])
})
