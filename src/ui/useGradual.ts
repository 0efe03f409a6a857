import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './whenIdle.ts'

/** Rows drawn before the first paint, and in each idle slice after it. */
const firstRows = 20
const sliceRows = 60

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
    return whenIdle(() => startTransition(() => setDrawn((before) => before + sliceRows)), 500)
  }, [drawn, hasMore])
  return Math.min(drawn, count)
}
