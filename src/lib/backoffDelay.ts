/** The longest pause between two retries, ms. */
export const longestPause = 5 * 60_000

/**
 * The longest pause after a retry that reached no server, ms. It costs the server nothing. A phone on a Wi-Fi
 * that never reported "offline" gets no "online" event either, so only a retry notices the connection.
 */
export const longestPauseOffline = 10_000

/**
 * Exponential back-off with full jitter: a random pause in ms between 0 and 1 s × 2^tries, at most `longest`.
 * `random` is in [0, 1).
 */
export function backoffDelay(tries: number, random: number, longest = longestPause): number {
  return Math.floor(random * Math.min(longest, 1000 * 2 ** Math.min(tries, 20)))
}

/**
 * `Retry-After` (seconds or an HTTP date) as ms from `now`; undefined when absent or invalid, at most
 * `longestPause`.
 */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(longestPause, Math.max(0, ms))
}

/** True when due, or so far in the future that the clock must have jumped. */
export const isDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + longestPause
