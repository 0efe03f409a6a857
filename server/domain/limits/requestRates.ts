import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** One window counts from its start and is then forgotten, so that a place may send twice its limit across the edge of two. */
const windowMs = 60_000
const synchroniseEveryMs = 1_000
/** Below this share of its limit a counter stays in the process: an address that asks little costs the database nothing. */
const sharedFrom = 0.05
/** Counters in memory. The oldest gives way. */
const mostCounters = 100_000

interface Counter {
  readonly window: number
  readonly most: number
  /** What all processes had counted when this one last asked. */
  shared: number
  /** What this process has counted since. */
  own: number
}

export interface RateOf {
  /** `write:address`. */
  readonly name: string
  /** An address group or a device; hashed before it is kept. */
  readonly who: string
  /** In a minute. */
  readonly most: number
}

export interface RequestRates {
  /** Counts `amount` and answers the seconds to wait where it is too much, else 0. What is too much is not counted. */
  count(rate: RateOf, amount?: number): number
  /** Adds what this process has counted to the table `limits` and reads the totals: one statement. */
  synchronise(): Promise<void>
  /** Counters in memory, for tests and the watch of the process. */
  readonly size: number
  stop(): void
}

/**
 * Requests a minute, counted in the process and shared through the table `limits` every second, so that no request waits for the database.
 * Several processes may together let through what they count within that second beyond the limit.
 */
export function requestRates(
  app: Pick<App, 'storage' | 'pepper' | 'log'>,
  { clock = Date.now, every = synchroniseEveryMs }: { clock?: () => number; every?: number } = {},
): RequestRates {
  const counters = new Map<string, Counter>()
  const dirty = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  // A key of its own in each process would not be shared; the pepper hides addresses from the database.
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

  function arm(): void {
    if (timer !== undefined || stopped) return
    timer = setTimeout(() => {
      timer = undefined
      // Counts stay in the process until the database answers again.
      synchronise().catch(() => app.log.warn({}, 'request rates were not shared; they are counted in this process alone'))
    }, every)
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
      return [{ key: `${key}:${window}`, counter, amount }]
    })
    dirty.clear()
    for (const [key, { window: of }] of counters) if (of < window) counters.delete(key)
    if (sent.length === 0) return
    try {
      const totals = await rows<{ key: string; count: number }>(
        app.storage.db,
        // In one order, so that two processes do not wait for each other's rows.
        sql`insert into limits (key, window_start, count)
            select key, now(), amount from jsonb_to_recordset(${JSON.stringify(sent.map(({ key, amount }) => ({ key, amount })))}::jsonb) as r(key text, amount int)
            order by key
            on conflict (key) do update set count = limits.count + excluded.count
            returning key, count::int as count`,
      )
      const total = new Map(totals.map(({ key, count }) => [key, Number(count)]))
      for (const { key, counter } of sent) counter.shared = Math.max(counter.shared, total.get(key) ?? 0)
    } catch (error) {
      for (const { counter, amount } of sent) {
        counter.own += amount
        counter.shared -= amount
      }
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
