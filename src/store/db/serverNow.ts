import { getStore, type Store } from './store.ts'

const month = 30 * 24 * 3_600_000
/** Maximum drift between two clocks that no one has changed, as a share of the elapsed time. */
const drift = 1 / 10_000
/** Smallest change of the clock offset that is stored at once, ms. */
const worthAWord = 100

interface Clock {
  /** Server clock minus device clock, ms. */
  skewMs: number
  /** Bounds of the offset from all answers so far, ms. */
  low: number
  high: number
  /** Device time of the last answer with a server time; 0 before the first. */
  lastSeenAt: number
  /** True once an answer has carried the server time since the page was opened. */
  live: boolean
  /** The last value of `skewMs` that this page has stored, and the device time then. */
  written: number
  writtenAt: number
}

const clocks = new WeakMap<object, Clock>()

async function clockOf(store: Store): Promise<Clock> {
  const known = clocks.get(store.db)
  if (known) return known
  const row = await store.db.meta.get('clock')
  const kept = (row?.value ?? {}) as Partial<Clock>
  const clock = {
    skewMs: Number(kept.skewMs ?? 0),
    low: Number(kept.low ?? -Infinity),
    high: Number(kept.high ?? Infinity),
    lastSeenAt: Number(kept.lastSeenAt ?? 0),
    live: false,
    written: Number(kept.skewMs ?? 0),
    writtenAt: 0,
  }
  const raced = clocks.get(store.db) ?? clock
  clocks.set(store.db, raced)
  return raced
}

/**
 * `serverMs` is the Date header of an answer, `askedAt` the device time of its request, both ms. The header
 * is rounded down to a second and was written between request and answer. This gives bounds for the clock
 * offset, and each further answer narrows them, even a slow one. An answer outside of the bounds means that a
 * clock was changed: then only that answer counts.
 */
export async function noteServerTime(store: Store, serverMs: number, askedAt: number = store.now()): Promise<void> {
  const now = store.now()
  // The device clock was set back during the request: use the next answer.
  if (Number.isNaN(serverMs) || now < askedAt) return
  const clock = await clockOf(store)
  const told = { low: serverMs - now, high: serverMs + 1000 - askedAt }
  const parted = Math.max(0, now - clock.lastSeenAt) * drift
  let low = Math.max(told.low, clock.low - parted)
  let high = Math.min(told.high, clock.high + parted)
  if (low > high) ({ low, high } = told)
  // The clock offset is 0 while the bounds contain 0, otherwise their midpoint. Most clocks are right, and
  // this way two correct devices agree.
  const skewMs = low <= 0 && high >= 0 ? 0 : Math.round((low + high) / 2)
  // Another tab may have stored another value since: this one is stored again after a minute.
  const worthWriting =
    !clock.live || Math.abs(skewMs - clock.written) > worthAWord || Math.abs(now - clock.writtenAt) > 60_000 || now < clock.lastSeenAt
  Object.assign(clock, { skewMs, low, high, lastSeenAt: now, live: true, ...(worthWriting && { written: skewMs, writtenAt: now }) })
  if (worthWriting) await store.db.meta.put({ key: 'clock', value: { skewMs, low, high, lastSeenAt: now } })
}

export async function skewOf(store: Store = getStore()): Promise<number> {
  return (await clockOf(store)).skewMs
}

/**
 * Returns the estimated server time in ms, and whether it is reliable enough to delete data by it (sync.md
 * §3.9).
 */
export async function serverNow(store: Store = getStore()): Promise<{ at: number; trusted: boolean }> {
  const clock = await clockOf(store)
  const now = store.now()
  const plausible = clock.lastSeenAt > 0 && now >= clock.lastSeenAt && now <= clock.lastSeenAt + month
  return { at: now + clock.skewMs, trusted: clock.live || plausible }
}
