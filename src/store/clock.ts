import { getStore, type Store } from './store.ts'

const month = 30 * 24 * 3_600_000
/** Two clocks that were never set part by less than this share of the time that passes. */
const drift = 1 / 10_000
/** A change of the difference that is worth writing down at once, ms. */
const worthAWord = 100

interface Clock {
  /** The server's clock minus the device's, ms. */
  skewMs: number
  /** What the answers have told of it so far: it lies between these, ms. */
  low: number
  high: number
  /** Device time of the last answer that told the server's time; 0 before the first. */
  lastSeenAt: number
  /** The server told its time since this page was opened. */
  live: boolean
  /** `skewMs` as it was last written down. */
  written: number
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
  }
  const raced = clocks.get(store.db) ?? clock
  clocks.set(store.db, raced)
  return raced
}

/**
 * `serverMs` is the Date header of an answer that has just come, `askedAt` when it was asked for by the device's clock. The header names a whole second
 * and was written at some moment between question and answer: that bounds the difference of the two clocks, and each further answer narrows the
 * bounds, however slow some are. One that contradicts them says that a clock was set meanwhile: then it alone counts.
 */
export async function noteServerTime(store: Store, serverMs: number, askedAt: number = store.now()): Promise<void> {
  const now = store.now()
  // Set back while the answer was on its way: the next one tells.
  if (Number.isNaN(serverMs) || now < askedAt) return
  const clock = await clockOf(store)
  const told = { low: serverMs - now, high: serverMs + 1000 - askedAt }
  const parted = Math.max(0, now - clock.lastSeenAt) * drift
  let low = Math.max(told.low, clock.low - parted)
  let high = Math.min(told.high, clock.high + parted)
  if (low > high) ({ low, high } = told)
  // A clock that may be right is taken for right: most are, and two devices that are agree.
  const skewMs = low <= 0 && high >= 0 ? 0 : Math.round((low + high) / 2)
  const worthWriting =
    !clock.live || Math.abs(skewMs - clock.written) > worthAWord || now - clock.lastSeenAt > 60_000 || now < clock.lastSeenAt
  Object.assign(clock, { skewMs, low, high, lastSeenAt: now, live: true, ...(worthWriting && { written: skewMs }) })
  if (worthWriting) await store.db.meta.put({ key: 'clock', value: { skewMs, low, high, lastSeenAt: now } })
}

export async function skewOf(store: Store = getStore()): Promise<number> {
  return (await clockOf(store)).skewMs
}

/** The server's time as far as the device knows it, and whether it may be trusted enough to throw something away (sync.md §3.9). */
export async function serverNow(store: Store = getStore()): Promise<{ at: number; trusted: boolean }> {
  const clock = await clockOf(store)
  const now = store.now()
  const plausible = clock.lastSeenAt > 0 && now >= clock.lastSeenAt && now <= clock.lastSeenAt + month
  return { at: now + clock.skewMs, trusted: clock.live || plausible }
}
