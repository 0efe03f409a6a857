import { getStore, type Store } from './store.ts'

const month = 30 * 24 * 3_600_000

interface Clock {
  /** The server's clock minus the device's, ms. */
  skewMs: number
  /** Device time of the last answer that told the server's time; 0 before the first. */
  lastSeenAt: number
  /** The server told its time since this page was opened. */
  live: boolean
}

const clocks = new WeakMap<object, Clock>()

async function clockOf(store: Store): Promise<Clock> {
  const known = clocks.get(store.db)
  if (known) return known
  const row = await store.db.meta.get('clock')
  const kept = (row?.value ?? {}) as Partial<Clock>
  const clock = { skewMs: Number(kept.skewMs ?? 0), lastSeenAt: Number(kept.lastSeenAt ?? 0), live: false }
  const raced = clocks.get(store.db) ?? clock
  clocks.set(store.db, raced)
  return raced
}

/** `serverMs` is the server's clock at this moment, from the Date header of one of its answers (whole seconds). */
export async function noteServerTime(store: Store, serverMs: number): Promise<void> {
  if (Number.isNaN(serverMs)) return
  const clock = await clockOf(store)
  const now = store.now()
  const skewMs = serverMs - now
  const worthWriting = !clock.live || Math.abs(skewMs - clock.skewMs) > 2000 || now - clock.lastSeenAt > 60_000 || now < clock.lastSeenAt
  Object.assign(clock, { skewMs, lastSeenAt: now, live: true })
  if (worthWriting) await store.db.meta.put({ key: 'clock', value: { skewMs, lastSeenAt: now } })
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
