import { withQueryBudget } from './queryBudget.ts'

interface Rounds {
  /** The first run starts now, not after the first interval. */
  readonly atOnce?: boolean
  /** Called when a run fails; the next one runs anyway. */
  readonly failed: () => void
}

/**
 * Runs `round` every `ms` milliseconds, never twice at the same time: while a run is active, ticks are
 * skipped. The returned function stops the task and resolves when the active run has ended. Does not keep
 * the process alive.
 */
export function runPeriodically(ms: number, round: () => Promise<unknown>, { atOnce = false, failed }: Rounds): () => Promise<void> {
  let running: Promise<void> | undefined
  const begin = () => {
    running ??= withQueryBudget('job', round)
      .then(() => undefined, failed)
      .finally(() => {
        running = undefined
      })
  }
  if (atOnce) begin()
  const timer = setInterval(begin, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
