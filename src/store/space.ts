import { Dexie } from 'dexie'
import { isQuota, type Store } from './store.ts'

const day = 24 * 3_600_000

/**
 * Makes room by what the server can give again or nobody misses: copies and kept media, screens older than a week, then all but the newest 20,
 * receipts older than a week. Never what a person made.
 */
export async function freeSpace(store: Store): Promise<void> {
  const { db } = store
  await import('./room.ts').then(({ dropCopies }) => dropCopies(store)).catch(() => undefined)
  const weekAgo = store.now() - 7 * day
  await db.transaction('rw', db.screens, db.receipts, async () => {
    await db.screens.where('fetchedAt').below(weekAgo).delete()
    const keys = await db.screens.orderBy('fetchedAt').primaryKeys()
    await db.screens.bulkDelete(keys.slice(0, -20))
    await db.receipts.where('at').below(weekAgo).delete()
  })
}

/**
 * Writes what a person typed on a device that may be full: makes room and tries again, then gives the reserve up for it. Rejects with
 * the last refusal.
 */
export async function intoFullDevice<T>(store: Store, write: () => PromiseLike<T>, tried = 0): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isQuota(error) || tried > 1) throw error
    if (tried === 0) await freeSpace(store).catch(() => undefined)
    else if (!(await import('./room.ts').then(({ giveBallast }) => giveBallast()).catch(() => false))) throw error
    return await intoFullDevice(store, write, tried + 1)
  }
}

/** Housekeeping of a start: what has had its time and can be told by trusted time alone is the caller's to ask for. */
export async function dropOld(store: Store, serverTime: { at: number; trusted: boolean }): Promise<void> {
  if (!serverTime.trusted) return
  const { db } = store
  // Rows carry the device's time, which may have been wrong when they were written, or be wrong now: only what is old by both goes.
  const monthAgo = Math.min(store.now(), serverTime.at) - 30 * day
  await db.receipts.where('at').below(monthAgo).delete()
  const shelved = await db.shelf.filter((row) => row.shelvedAt < monthAgo).toArray()
  await db.transaction('rw', [db.shelf, db.drafts, db.blobs, db.bytes], async () => {
    await db.shelf.bulkDelete(shelved.map((row) => row.id))
    const named = new Set<string>()
    await db.drafts.each((row) => void row.blobIds.forEach((id) => named.add(id)))
    await db.shelf.each((row) => void row.blobIds.forEach((id) => named.add(id)))
    const loose = await db.blobs.filter((row) => row.opId === '' && row.at < monthAgo && !named.has(row.id)).primaryKeys()
    await db.blobs.bulkDelete(loose)
    await db.bytes.bulkDelete(loose)
  })
}

/** All keys of one owner in an index that starts with the owner and ends in a number or a time. */
export const allOf = (...prefix: string[]): [unknown[], unknown[]] => [
  [...prefix, Dexie.minKey],
  [...prefix, Dexie.maxKey],
]
