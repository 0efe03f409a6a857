import { startTransition, useEffect, useState } from 'react'

/** Rows drawn before the first paint, and in each idle slice after it. */
const firstRows = 20
const sliceRows = 60

const idle =
  typeof requestIdleCallback === 'function'
    ? (work: () => void) => {
        const handle = requestIdleCallback(work, { timeout: 500 })
        return () => cancelIdleCallback(handle)
      }
    : (work: () => void) => {
        const handle = setTimeout(work, 16)
        return () => clearTimeout(handle)
      }

/**
 * Returns how many of so many rows to draw now: those of the first screen at once, the others in idle slices. For lists that
 * end up whole, so that find-in-page and screen readers have every row. The rows should be memoized.
 */
export function useGradual(count: number): number {
  const [drawn, setDrawn] = useState(firstRows)
  const hasMore = drawn < count
  useEffect(() => {
    if (!hasMore) return
    // A transition, so that a key has priority.
    return idle(() => startTransition(() => setDrawn((before) => before + sliceRows)))
  }, [drawn, hasMore])
  return Math.min(drawn, count)
}
