import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startUpkeep } from './startUpkeep.ts'

describe('upkeep of the embedded database', () => {
  const done: string[] = []
  const disk = { logBytes: 0 }
  const client = { exec: async (statement: string) => void done.push(statement) }
  let stop: () => Promise<void>

  beforeEach(() => {
    vi.useFakeTimers()
    done.length = 0
    disk.logBytes = 0
    stop = startUpkeep(client, disk)
  })
  afterEach(async () => {
    await stop()
    vi.useRealTimers()
  })

  it('leaves an idle database alone', async () => {
    await vi.advanceTimersByTimeAsync(3 * 3_600_000)
    expect(done).toEqual([])
  })

  it('makes a checkpoint within minutes of a write, and one only', async () => {
    disk.logBytes = 1000
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    expect(done).toEqual(['checkpoint'])
  })

  it('makes a checkpoint early when much is written', async () => {
    disk.logBytes = 100 * 1024 * 1024
    await vi.advanceTimersByTimeAsync(20_000)
    expect(done).toEqual(['checkpoint'])
  })

  it('tidies every table up within the hour', async () => {
    disk.logBytes = 1000
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(done).toEqual(expect.arrayContaining(['vacuum (analyze) records', 'vacuum (analyze) receipts', 'vacuum (analyze) sms_outbox']))
  })

  it('goes on after a round that failed', async () => {
    vi.spyOn(client, 'exec').mockRejectedValueOnce(new Error('busy'))
    disk.logBytes = 100 * 1024 * 1024
    await vi.advanceTimersByTimeAsync(40_000)
    expect(done).toEqual(['checkpoint'])
  })
})
