import type { OpRow, Owner, SpillRow } from './db.ts'
import type { Store } from './store.ts'

/**
 * Saves that no database of the device took lie in Cache Storage, each at an address of its own: it is another part of the browser and stays when
 * IndexedDB is lost, damaged or gone dead (sync.md §3.7). The last place before "Not saved"; a page brings them back when it starts and before
 * the next save.
 */
export const asideCache = 'muster-spill'
const addressOf = (opId: string) => `/spill/${opId}`

const caching = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches

/** What this page knows to lie there, so that counting costs nothing. */
const known = new WeakMap<object, readonly SpillRow[]>()
const listeners = new Set<() => void>()

export const asideRows = (store: Pick<Store, 'spill'>): readonly SpillRow[] => known.get(store.spill) ?? none
const none: readonly SpillRow[] = []

/** How many saves of an owner lie in the second places, each once. Counted by the database: bodies stay where they are. */
export async function spilledOf(store: Store, owner: Owner): Promise<number> {
  const { ops } = store.spill
  const aside = asideRows(store).flatMap((row) => (row.owner === owner ? row.opId : []))
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

/** Everything in the second places, oldest first, each once. */
export async function spilledOps(store: Store): Promise<Omit<OpRow, 'seq'>[]> {
  const rows = await store.spill.ops
    .orderBy('n')
    .toArray()
    .catch((): SpillRow[] => [])
  const there = new Set(rows.map(({ opId }) => opId))
  return [...rows, ...asideRows(store).filter(({ opId }) => !there.has(opId))].map(({ op }) => op)
}

function note(store: Pick<Store, 'spill'>, rows: readonly SpillRow[]): void {
  if (rows.length === 0 && asideRows(store).length === 0) return
  known.set(store.spill, rows)
  for (const listener of listeners) listener()
}

export function onAside(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Looks what lies there, oldest first. What can't be read as a save stays as it is. */
export async function lookAside(store: Pick<Store, 'spill'>): Promise<readonly SpillRow[]> {
  const all = caching()
  if (!all) return none
  const rows: SpillRow[] = []
  if (await all.has(asideCache)) {
    const cache = await all.open(asideCache)
    for (const request of await cache.keys()) {
      const row = (await (await cache.match(request))?.json().catch(() => undefined)) as SpillRow | undefined
      if (typeof row?.opId === 'string' && typeof row.op === 'object') rows.push(row)
    }
    // A cache keeps its entries in the order in which they came; the number says the same where a browser does not.
    rows.sort((one, two) => one.n - two.n)
  }
  note(store, rows)
  return rows
}

/** Resolves once it lies there. Rejects where there is no Cache Storage, or no room. */
export async function layAside(store: Pick<Store, 'spill'>, row: Omit<SpillRow, 'n'>): Promise<void> {
  const all = caching()
  if (!all) throw new Error('There is no Cache Storage')
  const before = await lookAside(store)
  const whole: SpillRow = { ...row, n: (before.at(-1)?.n ?? 0) + 1 }
  const cache = await all.open(asideCache)
  await cache.put(addressOf(row.opId), Response.json(whole))
  // Some browsers answer before they have written: what can't be read back is not kept.
  if (!(await cache.match(addressOf(row.opId)))) throw new Error('It is not there')
  note(store, [...before, whole])
}

/** It lies in the outbox, or is known to have arrived. */
export async function bringBack(store: Pick<Store, 'spill'>, opId: string): Promise<void> {
  const cache = await caching()?.open(asideCache)
  await cache?.delete(addressOf(opId))
  note(
    store,
    asideRows(store).filter((row) => row.opId !== opId),
  )
}
