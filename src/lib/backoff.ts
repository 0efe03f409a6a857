/** The longest pause between two tries, ms. */
export const longestPause = 5 * 60_000

/** Full jitter: a random pause in ms between 0 and 1 s × 2^tries, never above `longestPause`. `random` is in [0, 1). */
export function pauseAfter(tries: number, random: number): number {
  return Math.floor(random * Math.min(longestPause, 1000 * 2 ** Math.min(tries, 20)))
}

/** `Retry-After` (seconds or an HTTP date) as ms from `now`; undefined when absent or unreadable, never above `longestPause`. */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(longestPause, Math.max(0, ms))
}
