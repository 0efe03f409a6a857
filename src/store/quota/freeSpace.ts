import { Dexie } from 'dexie'
import { isQuota, type Store } from '../db/store.ts'

const day = 24 * 3_600_000

/**
 * Frees space by deleting what the server can provide again or what no user needs: cached copies and offline
 * media, screens older than a week, then all but the newest 20, and receipts older than a week. Never deletes
 * a user's work.
 */
export async function freeSpace(store: Store): Promise<void> {
  const { db } = store
  await import('./keepReserve.ts').then(({ dropCopies }) => dropCopies(store)).catch(() => undefined)
  const weekAgo = store.now() - 7 * day
  await db.transaction('rw', db.screens, db.receipts, async () => {
    await db.screens.where('fetchedAt').below(weekAgo).delete()
    const keys = await db.screens.orderBy('fetchedAt').primaryKeys()
    await db.screens.bulkDelete(keys.slice(0, -20))
    await db.receipts.where('at').below(weekAgo).delete()
  })
}

/**
 * Writes a user's work to a device that may be full. On a quota error it frees space and retries; then it
 * gives up the quota reserve and retries again. Rejects with the last error.
 */
export async function intoFullDevice<T>(store: Store, write: () => PromiseLike<T>, tried = 0): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isQuota(error) || tried > 1) throw error
    if (tried === 0) await freeSpace(store).catch(() => undefined)
    else if (!(await import('./keepReserve.ts').then(({ releaseReserve: giveBallast }) => giveBallast()).catch(() => false))) throw error
    return await intoFullDevice(store, write, tried + 1)
  }
}

/** Housekeeping at start: deletes expired rows. Does nothing without trusted server time. */
export async function dropOld(store: Store, serverTime: { at: number; trusted: boolean }): Promise<void> {
  if (!serverTime.trusted) return
  const { db } = store
  // Rows have device times, and the device clock may be wrong now or may have been wrong then: delete only
  // what is old by both clocks.
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

/**
 * The key range of all rows of one owner, for an index that starts with the owner and ends in a number or a
 * time.
 */
export const allOf = (...prefix: string[]): [unknown[], unknown[]] => [
  [...prefix, Dexie.minKey],
  [...prefix, Dexie.maxKey],
]
