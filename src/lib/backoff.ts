/** The longest pause between two tries, ms. */
export const longestPause = 5 * 60_000

/**
 * The longest pause after a try that reached nobody, ms: it costs the server nothing, and a phone that comes out of a basement behind a Wi-Fi that
 * never told it "offline" hears of the connection in no other way.
 */
export const longestPauseOffline = 10_000

/** Full jitter: a random pause in ms between 0 and 1 s × 2^tries, never above `longest`. `random` is in [0, 1). */
export function pauseAfter(tries: number, random: number, longest = longestPause): number {
  return Math.floor(random * Math.min(longest, 1000 * 2 ** Math.min(tries, 20)))
}

/** `Retry-After` (seconds or an HTTP date) as ms from `now`; undefined when absent or unreadable, never above `longestPause`. */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(longestPause, Math.max(0, ms))
}

/** Due, or so far away that the clock must have jumped. */
export const isDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + longestPause
