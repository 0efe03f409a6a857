import { AsyncResource } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** Length of a fixed window in ms. A client may send twice its limit across the edge of two windows. */
const windowMs = 60_000
const synchroniseEveryMs = 1_000
/**
 * Below this share of its limit a counter is not shared: a client with few requests costs no database query.
 */
const sharedFrom = 0.05
/** Maximum number of counters in memory. The oldest is evicted. */
const mostCounters = 100_000

interface Counter {
  readonly window: number
  readonly most: number
  /** Total of all processes at the last synchronization. */
  shared: number
  /** Requests counted by this process since then. */
  own: number
}

export interface RateOf {
  /** For example `write:address`. */
  readonly name: string
  /** An address group or a device. It is hashed before it is stored. */
  readonly who: string
  /** Requests per minute. */
  readonly most: number
}

export interface RequestRates {
  /**
   * Counts `amount`. Returns the seconds to wait if the limit is exceeded, else 0. Requests beyond the limit
   * are not counted.
   */
  count(rate: RateOf, amount?: number): number
  /** Adds the counts of this process to the table `limits` and reads the totals, in one statement. */
  synchronise(): Promise<void>
  /** Number of counters in memory, for tests and monitoring. */
  readonly size: number
  stop(): void
}

const RateRow = z.object({ key: z.string(), count: z.number() })

/** The counters of this process by key, with bounds on their number. */
function countersInMemory(app: Pick<App, 'pepper'>) {
  const counters = new Map<string, Counter>()
  // All processes derive the same key; the pepper hides the addresses from the database.
  const keyOf = (name: string, who: string) =>
    `rate:${name}:${createHmac('sha256', app.pepper).update(who).digest('base64url').slice(0, 22)}`
  const names = new Map<string, string>()

  function nameOf({ name, who }: RateOf): string {
    const plain = `${name}\n${who}`
    const known = names.get(plain)
    if (known !== undefined) return known
    if (names.size >= mostCounters) names.clear()
    const key = keyOf(name, who)
    names.set(plain, key)
    return key
  }

  function counterOf(rate: RateOf, window: number): { key: string; counter: Counter } {
    const key = nameOf(rate)
    const known = counters.get(key)
    if (known?.window === window) return { key, counter: known }
    counters.delete(key)
    if (counters.size >= mostCounters) {
      const [oldest] = counters.keys()
      if (oldest !== undefined) counters.delete(oldest)
    }
    const counter = { window, most: rate.most, shared: 0, own: 0 }
    counters.set(key, counter)
    return { key, counter }
  }

  return { counters, counterOf }
}

/**
 * Counts requests per minute in the process and shares the counts through the table `limits` every second, so
 * that no request waits for the database. Within that second several processes together may exceed the limit.
 */
export function requestRates(
  app: Pick<App, 'storage' | 'pepper' | 'log'>,
  { clock = Date.now, every = synchroniseEveryMs }: { clock?: () => number; every?: number } = {},
): RequestRates {
  const { counters, counterOf } = countersInMemory(app)
  const dirty = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  // The counts are of many requests: this is no part of the one that starts the timer, or of its trace.
  const share = AsyncResource.bind(() => {
    timer = undefined
    // Counts stay in the process until the database responds again.
    synchronise().catch(() => app.log.warn({}, 'request rates were not shared; they are counted in this process alone'))
  })

  function arm(): void {
    if (timer !== undefined || stopped) return
    timer = setTimeout(share, every)
    timer.unref()
  }

  async function synchronise(): Promise<void> {
    const window = Math.floor(clock() / windowMs)
    const sent = [...dirty].flatMap((key) => {
      const counter = counters.get(key)
      if (counter?.window !== window || counter.own === 0) return []
      const amount = counter.own
      counter.own = 0
      counter.shared += amount
      return [{ key, row: `${key}:${window}`, counter, amount }]
    })
    dirty.clear()
    for (const [key, { window: of }] of counters) if (of < window) counters.delete(key)
    if (sent.length === 0) return
    try {
      const totals = await rows(
        app.storage.db,
        RateRow,
        // Sorted, so that two processes cannot deadlock on the rows.
        sql`insert into limits (key, window_start, count)
            select key, now(), amount from jsonb_to_recordset(${JSON.stringify(sent.map(({ row, amount }) => ({ key: row, amount })))}::jsonb) as r(key text, amount int)
            order by key
            on conflict (key) do update set count = limits.count + excluded.count
            returning key, count::int as count`,
      )
      const total = new Map(totals.map(({ key, count }) => [key, Number(count)]))
      for (const { row, counter } of sent) counter.shared = Math.max(counter.shared, total.get(row) ?? 0)
    } catch (error) {
      for (const { key, counter, amount } of sent) {
        counter.own += amount
        counter.shared -= amount
        dirty.add(key)
      }
      arm()
      throw error
    }
  }

  return {
    count(rate, amount = 1) {
      const now = clock()
      const window = Math.floor(now / windowMs)
      const { key, counter } = counterOf(rate, window)
      const counted = counter.shared + counter.own
      if (counted + amount > rate.most && counted > 0) return Math.max(1, Math.ceil(((window + 1) * windowMs - now) / 1000))
      counter.own += amount
      if (counted + amount >= rate.most * sharedFrom) {
        dirty.add(key)
        arm()
      }
      return 0
    },
    synchronise,
    get size() {
      return counters.size
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
