import { withQueryBudget } from './queryBudget.ts'

interface Rounds {
  /** The first one begins now, not after the first interval. */
  readonly atOnce?: boolean
  /** A round failed; the next one comes all the same. */
  readonly failed: () => void
}

/**
 * Goes round every so many ms until it is told to stop, never twice at the same time: a beat that finds a round under way is left out. The answer stops
 * it and resolves when the round under way has ended. Keeps no process alive.
 */
export function everySoOften(ms: number, round: () => Promise<unknown>, { atOnce = false, failed }: Rounds): () => Promise<void> {
  let underWay: Promise<void> | undefined
  const begin = () => {
    underWay ??= withQueryBudget('job', round)
      .then(() => undefined, failed)
      .finally(() => {
        underWay = undefined
      })
  }
  if (atOnce) begin()
  const timer = setInterval(begin, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
