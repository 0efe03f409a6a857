// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { OpRow } from '../../src/store/db/MusterDb.ts'
import { discardSave, holdSave } from '../../src/store/outbox/discardSave.ts'
import { EndedPauses } from '../../src/store/outbox/EndedPauses.ts'
import { drain } from '../../src/sync/drain.ts'
import type { Send } from '../../src/sync/send.ts'
import { json } from './server-model.ts'
import { site } from './site.ts'

type Site = Awaited<ReturnType<typeof site>>

/** Rows of the outbox that `work` reads. Once per site. */
async function readsOf({ store }: Site, work: () => Promise<unknown>): Promise<number> {
  let reads = 0
  store.db.outbox.hook('reading', (row: OpRow) => {
    reads++
    return row
  })
  await work()
  return reads
}

/** Adds saves of other records behind those that wait, without the time that the form takes for each. */
async function lengthen({ store }: Site, count: number): Promise<void> {
  const [row] = await store.db.outbox.toArray()
  const { seq: _, ...rest } = row as OpRow
  const more = Array.from({ length: count }, (__, n) => `more${n}`)
  await store.db.outbox.bulkAdd(
    more.map((name) => ({ ...rest, opId: name, dedupe: name, stream: `forms/a/${name}`, path: `forms/a/${name}`, nextAt: 0 })),
  )
}

/** Sends `count` saves and stops, as a page that is closed then. */
async function sendSome({ store, net }: Site, count: number, pauses?: EndedPauses): Promise<void> {
  const stop = new AbortController()
  let sent = 0
  const send: Send = async (request) => {
    const answer = await net.send(request)
    if (++sent === count) stop.abort()
    return answer
  }
  await drain({ store, send, locks: undefined, pauses, signal: stop.signal }, 'u:ana')
}

describe('a long queue', () => {
  it('costs a save as many rows as a short one, also where the first saves waited for a connection', async () => {
    const readsWith = async (more: number) => {
      const it = await site()
      for (let n = 0; n < 20; n++) await it.save(`forms/a/${n}`, { n })
      await it.store.db.outbox
        .toCollection()
        .modify({ attempts: 3, nextAt: it.clock.now() + 60_000, lastError: { kind: 'offline', at: it.clock.now() } })
      await lengthen(it, more)
      const pauses = new EndedPauses()
      const reads = await readsOf(it, async () => {
        pauses.end(['offline'], it.clock.now())
        await sendSome(it, 20, pauses)
      })
      // Those that waited go first.
      expect(it.server.effects.slice(0, 16).filter(({ path }) => /\/more/.test(path))).toEqual([])
      return reads
    }
    const [short, long] = [await readsWith(20), await readsWith(2000)]
    expect(long).toBeLessThanOrEqual(1.1 * short)
  }, 60_000)

  it('of one record costs a save few rows, and keeps their order', async () => {
    const it = await site()
    for (let n = 0; n < 200; n++) await it.save('forms/a/1', { n })
    const reads = await readsOf(it, () => it.send())
    expect(it.server.effects.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(reads / 200).toBeLessThan(15)
  }, 60_000)

  it('of one record sends the other records beside it', async () => {
    const it = await site()
    for (let n = 0; n < 30; n++) await it.save('forms/a/1', { n })
    await it.save('forms/a/2', { n: 100 })
    await it.send()
    expect(it.server.effects.slice(0, 3).map(({ n }) => n)).toContain(100)
  })
})

describe('the way to the server', () => {
  /** The most requests that are under way at once while a queue is sent. */
  async function mostAtOnce(it: Site): Promise<number> {
    let now = 0
    let most = 0
    await it.send(async (request) => {
      now++
      most = Math.max(most, now)
      // Others begin meanwhile.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      now--
      return await it.net.send(request)
    })
    return most
  }

  it('has five saves under way at once, and four that bring files', async () => {
    const plain = await site()
    for (let n = 0; n < 30; n++) await plain.save(`forms/a/${n}`, { n })
    expect(await mostAtOnce(plain)).toBe(5)
    const withPhotos = await site()
    for (let n = 0; n < 12; n++) await withPhotos.save(`forms/a/${n}`, { n }, { blobIds: [await withPhotos.photo(`photo ${n}`, `${n}`)] })
    expect(await mostAtOnce(withPhotos)).toBe(4)
  })
})

describe('saves of one record that were taken together', () => {
  it('wait, untried, behind one that the server refuses', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    await it.save('forms/a/1', { n: 2, poison: true })
    await it.save('forms/a/1', { n: 3 })
    await it.save('forms/a/1', { n: 4 })
    await it.send()
    expect(it.server.effects.map(({ n }) => n)).toEqual([1])
    const rows = await it.store.db.outbox.orderBy('seq').toArray()
    expect(rows.map(({ state, attempts, token }) => [state, attempts, token])).toEqual([
      ['parked', 1, undefined],
      ['queued', 0, undefined],
      ['queued', 0, undefined],
    ])
  })

  it('are not sent when their person discards them while the one before is on its way', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    const second = await it.save('forms/a/1', { n: 2 })
    await it.save('forms/a/1', { n: 3 })
    const seen: string[] = []
    let isFirst = true
    await it.send(async (request) => {
      seen.push(request.url)
      if (isFirst) {
        isFirst = false
        await discardSave(it.store, 'u:ana', second.opId)
      }
      return it.net.send(request)
    })
    await it.send()
    expect(it.server.effects.map(({ n }) => n)).toEqual([1, 3])
    expect(it.server.receipts.get(second.opId)).toBe('cancelled')
    expect(await it.states()).toEqual([])
  })

  it('name the save before them and the revision that the person saw', async () => {
    const it = await site()
    const first = await it.save('forms/a/1', { n: 1 }, { baseRev: 0 })
    const second = await it.save('forms/a/1', { n: 2 })
    await it.save('forms/a/1', { n: 3 })
    const asked: (string | undefined)[][] = []
    await it.send((request) => {
      asked.push([request.headers['x-parent-op'], request.headers['if-match']])
      return it.net.send(request)
    })
    expect(asked).toEqual([
      [undefined, '"0"'],
      [first.opId, '"1"'],
      [second.opId, '"2"'],
    ])
  })

  it('are left to the page that takes over when the first one is frozen', async () => {
    const it = await site()
    for (let n = 1; n <= 4; n++) await it.save('forms/a/1', { n })
    let thaw: () => void = () => undefined
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve
    })
    let begun: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    let asked = 0
    const first = it.send(async (request) => {
      asked++
      begun()
      await frozen
      return it.net.send(request)
    })
    await started
    it.clock.advance(61_000)
    const other = it.device.start()
    await it.send(it.net.send, other)
    expect(it.server.effects.map(({ n }) => n)).toEqual([1, 2, 3, 4])
    thaw()
    await first
    expect(asked).toBe(1)
    expect(it.server.effects.map(({ n }) => n)).toEqual([1, 2, 3, 4])
    expect(await it.states()).toEqual([])
  })
})

describe('a pause that has ended', () => {
  const busy: Send = async () => json(503, { error: { code: 'BUSY', message: 'Later' } })

  it('counts no more for the attempts before, and again for those after', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    await it.send(busy)
    const pauses = new EndedPauses()
    let asked = 0
    const again = () =>
      drain(
        {
          store: it.store,
          send: (request) => {
            asked++
            return busy(request)
          },
          locks: undefined,
          pauses,
        },
        'u:ana',
      )
    await again()
    expect(asked).toBe(0)
    pauses.end(['offline'], it.clock.now())
    await again()
    expect(asked).toBe(0)
    pauses.end(['busy'], it.clock.now())
    await again()
    await again()
    expect(asked).toBe(1)
    // Another page retried it later.
    pauses.end(['busy'], it.clock.now() - 1)
    await again()
    expect(asked).toBe(1)
    // A clock that was set back.
    pauses.end(['busy'], it.clock.now())
    it.clock.time -= 60_000
    await again()
    expect(asked).toBe(2)
  })

  it('leaves the time in which a person may take a save back, and the pause that the server asked for', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 }, { holdMs: 20_000 })
    await it.save('forms/a/2', { n: 2 })
    await it.send(async () => json(429, { error: { code: 'TOO_MANY_REQUESTS', message: 'Slowly' } }, { 'retry-after': '60' }))
    const pauses = new EndedPauses()
    pauses.end(['offline', 'captive', 'unknown', 'busy', 'conflict'], it.clock.now())
    await drain({ store: it.store, send: it.net.send, locks: undefined, pauses }, 'u:ana')
    expect(it.server.effects).toEqual([])
  })

  it('leaves the time in which a person may take a discard back', async () => {
    const it = await site()
    const { opId } = await it.save('forms/a/1', { n: 1 })
    it.net.faults = ['refuse']
    await it.send()
    const pauses = new EndedPauses()
    pauses.end(['offline', 'unknown'], it.clock.now())
    await holdSave(it.store, 'u:ana', opId, 40_000)
    const pass = () => drain({ store: it.store, send: it.net.send, locks: undefined, pauses }, 'u:ana')
    await pass()
    expect(it.server.effects).toEqual([])
    it.clock.advance(41_000)
    await pass()
    expect(it.server.effects.map(({ n }) => n)).toEqual([1])
  })

  it('does not begin again for a save that was taken and not sent', async () => {
    const it = await site()
    for (let n = 0; n < 9; n++) await it.save(`forms/a/${n}`, { n })
    while (await it.store.db.outbox.filter(({ lastError }) => !lastError).count()) await it.send(busy)
    const pauses = new EndedPauses()
    pauses.end(['busy'], it.clock.now())
    let tried = 0
    const pass = (send: Send) => drain({ store: it.store, send, locks: undefined, pauses }, 'u:ana')
    await pass((request) => {
      tried++
      return busy(request)
    })
    expect(tried).toBeLessThan(9)
    await pass(it.net.send)
    expect(it.server.effects).toHaveLength(9 - tried)
  })
})
