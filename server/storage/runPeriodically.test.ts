import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runPeriodically } from './runPeriodically.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs that end when the test says so. */
function rounds() {
  const ends: ((failed?: boolean) => void)[] = []
  const round = () => new Promise<void>((resolve, reject) => ends.push((failed) => (failed ? reject(new Error('no')) : resolve())))
  return { ends, round, failed: vi.fn<() => void>() }
}

it('what the server looks after comes round by itself, also after a round that failed', async () => {
  const { ends, round, failed } = rounds()
  const stop = runPeriodically(1000, round, { failed })
  expect(ends).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  ends[0]?.(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(2)
  expect(failed).toHaveBeenCalledOnce()
  ends[1]?.()
  await stop()
})

it('a slow round is never joined by a second one, and none pile up behind it', async () => {
  const { ends, round, failed } = rounds()
  const stop = runPeriodically(1000, round, { atOnce: true, failed })
  await vi.advanceTimersByTimeAsync(3500)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await stop()
})

it('a server that stops waits for the round under way, and begins no other', async () => {
  const { ends, round, failed } = rounds()
  const stop = runPeriodically(1000, round, { atOnce: true, failed })
  const stopped = vi.fn<() => void>()
  void stop().then(stopped)
  await vi.advanceTimersByTimeAsync(5000)
  expect([ends.length, stopped.mock.calls.length]).toEqual([1, 0])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect([ends.length, stopped.mock.calls.length]).toEqual([1, 1])
})
