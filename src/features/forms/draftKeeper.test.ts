import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKeeper } from './draftKeeper.ts'

describe('what is typed', () => {
  let writes = 0
  let results: unknown[] = []
  const keeper = () =>
    draftKeeper({
      write: () => {
        writes++
        return Promise.resolve()
      },
      onResult: (error) => results.push(error),
    })
  beforeEach(() => {
    vi.useFakeTimers()
    writes = 0
    results = []
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is written once after a burst of typing', async () => {
    const kept = keeper()
    for (let at = 0; at < 5; at++) {
      kept.touch()
      await vi.advanceTimersByTimeAsync(30)
    }
    expect(writes).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect([writes, results]).toEqual([1, [undefined]])
  })
  it('is written every 200 ms while a person types without a pause', async () => {
    const kept = keeper()
    for (let at = 0; at < 40; at++) {
      kept.touch()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(writes).toBe(10)
  })
  it('is written at once when the page goes away, and not again after it', async () => {
    const kept = keeper()
    kept.touch()
    await kept.flush()
    await vi.advanceTimersByTimeAsync(5000)
    expect(writes).toBe(1)
    await kept.flush()
    expect(writes).toBe(1)
  })
  it('is not written any more once it was saved, and again after a save that failed', async () => {
    const kept = keeper()
    kept.touch()
    kept.stop()
    kept.touch()
    await kept.flush()
    await vi.advanceTimersByTimeAsync(5000)
    expect(writes).toBe(0)
    kept.resume()
    kept.touch()
    await vi.advanceTimersByTimeAsync(300)
    expect(writes).toBe(1)
  })
  it('is not written by a write that waited behind a slow one while it was saved', async () => {
    let end = () => {}
    const kept = draftKeeper({
      write: () => {
        writes++
        return new Promise((resolve) => {
          end = resolve
        })
      },
      onResult: (error) => results.push(error),
    })
    kept.touch()
    await vi.advanceTimersByTimeAsync(200)
    kept.touch()
    await vi.advanceTimersByTimeAsync(200)
    kept.stop()
    end()
    await vi.advanceTimersByTimeAsync(5000)
    expect([writes, results]).toEqual([1, [undefined]])
  })
  it('is tried again at the next change when the device could not take it', async () => {
    let fail = true
    const kept = draftKeeper({
      write: () => (fail ? Promise.reject(new Error('full')) : Promise.resolve()),
      onResult: (error) => results.push(error instanceof Error ? error.message : error),
    })
    kept.touch()
    await kept.flush()
    fail = false
    kept.touch()
    await kept.flush()
    expect(results).toEqual(['full', undefined])
  })
  it('is written again, without a change, when the page is shown after its write was ended', async () => {
    const kept = draftKeeper({
      write: () => (writes++ === 0 ? Promise.reject(new Error('ended')) : Promise.resolve()),
      onResult: (error) => results.push(error instanceof Error ? error.message : error),
    })
    kept.touch()
    // The second one while the first one is under way.
    await Promise.all([kept.flush(), kept.flush()])
    await kept.flush()
    expect(results).toEqual(['ended', undefined])
  })
})
