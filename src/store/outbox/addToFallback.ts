import type { OpRow, Owner, SpillRow } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'

/**
 * Cache Storage fallback queue: holds the saves that no database of the device accepted, one per address. The
 * browser stores it apart from IndexedDB, so it survives when IndexedDB is lost, damaged or blocked (sync.md
 * §3.7). It is the last resort before "Not saved". A page moves the saves to the outbox at start and before
 * the next save.
 */
export const fallbackCache = 'muster-spill'
const addressOf = (opId: string) => `/spill/${opId}`

const caching = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches

/** The page's list of the queue's content, so that counting needs no read. */
const known = new WeakMap<object, readonly SpillRow[]>()
const listeners = new Set<() => void>()

export const fallbackRows = (store: Pick<Store, 'spill'>): readonly SpillRow[] => known.get(store.spill) ?? none
const none: readonly SpillRow[] = []

/**
 * Number of an owner's saves in both fallback stores, each counted once. The database counts without loading
 * bodies.
 */
export async function countFallback(store: Store, owner: Owner): Promise<number> {
  const { ops } = store.spill
  const aside = fallbackRows(store).flatMap((row) => (row.owner === owner ? row.opId : []))
  const mine = await ops
    .where('owner')
    .equals(owner)
    .count()
    .catch(() => 0)
  if (aside.length === 0) return mine
  const twice = await ops
    .where('opId')
    .anyOf(aside)
    .count()
    .catch(() => 0)
  return mine + aside.length - twice
}

/** All saves in both fallback stores, oldest first, each once. */
export async function spilledOps(store: Store): Promise<Omit<OpRow, 'seq'>[]> {
  const rows = await store.spill.ops
    .orderBy('n')
    .toArray()
    .catch((): SpillRow[] => [])
  const there = new Set(rows.map(({ opId }) => opId))
  return [...rows, ...fallbackRows(store).filter(({ opId }) => !there.has(opId))].map(({ op }) => op)
}

function note(store: Pick<Store, 'spill'>, rows: readonly SpillRow[]): void {
  if (rows.length === 0 && fallbackRows(store).length === 0) return
  known.set(store.spill, rows)
  for (const listener of listeners) listener()
}

export function onFallbackChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the queue, oldest first. Entries that are no readable save are left unchanged. */
export async function listFallback(store: Pick<Store, 'spill'>): Promise<readonly SpillRow[]> {
  const all = caching()
  if (!all) return none
  const rows: SpillRow[] = []
  if (await all.has(fallbackCache)) {
    const cache = await all.open(fallbackCache)
    for (const request of await cache.keys()) {
      const row = (await (await cache.match(request))?.json().catch(() => undefined)) as SpillRow | undefined
      if (typeof row?.opId === 'string' && typeof row.op === 'object') rows.push(row)
    }
    // A cache normally lists entries in insertion order; sort by `n` for browsers that do not.
    rows.sort((one, two) => one.n - two.n)
  }
  note(store, rows)
  return rows
}

/** Resolves once the save is in Cache Storage. Rejects if there is no Cache Storage or no space. */
export async function addToFallback(store: Pick<Store, 'spill'>, row: Omit<SpillRow, 'n'>): Promise<void> {
  const all = caching()
  if (!all) throw new Error('There is no Cache Storage')
  const before = await listFallback(store)
  const whole: SpillRow = { ...row, n: (before.at(-1)?.n ?? 0) + 1 }
  const cache = await all.open(fallbackCache)
  await cache.put(addressOf(row.opId), new Response(JSON.stringify(whole)))
  // Some browsers resolve before they have written: read the entry back before reporting success.
  if (!(await cache.match(addressOf(row.opId)))) throw new Error('It is not there')
  note(store, [...before, whole])
}

/** Removes a save that is in the outbox now, or that the server has confirmed. */
export async function removeFromFallback(store: Pick<Store, 'spill'>, opId: string): Promise<void> {
  const cache = await caching()?.open(fallbackCache)
  await cache?.delete(addressOf(opId))
  note(
    store,
    fallbackRows(store).filter((row) => row.opId !== opId),
  )
}
