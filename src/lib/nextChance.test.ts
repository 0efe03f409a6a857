import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextChance } from './nextChance.ts'

afterEach(() => vi.useRealTimers())

describe('the next chance to try again', () => {
  it('is after the pause, or when the connection is back, and leaves no listener behind', async () => {
    vi.useFakeTimers()
    const added = vi.spyOn(globalThis, 'clearTimeout')
    const late = nextChance(5000)
    await vi.advanceTimersByTimeAsync(5000)
    await late
    const soon = nextChance(60_000)
    dispatchEvent(new Event('online'))
    await soon
    expect(added).toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
