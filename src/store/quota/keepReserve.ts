import { allKept, keptCache, putKept } from '../media/offlineMedia.ts'
import type { Store } from '../db/store.ts'

const reserveCache = 'muster-ballast'
const ballastAddress = '/.ballast'
/**
 * Size of the quota reserve, bytes. It is given up when the device is full, so that a user's work still fits.
 */
export const reserveSize = 20 * 1024 * 1024

const caching = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches

/**
 * Deletes what the server can provide again: fonts and decoders of the PDF viewer, the second copies of
 * screens, then offline videos and documents. Their rows get the state 'full'.
 */
export async function dropCopies(store: Store): Promise<void> {
  const all = caching()
  if (!all) return
  for (const name of await all.keys()) if (name === 'muster-pdfjs' || name.startsWith('muster-screens-')) await all.delete(name)
  for (const media of await allKept(store)) if (media.have > 0) await putKept(store, { ...media, state: 'full', have: 0 })
  await all.delete(keptCache)
}

/** Deletes the quota reserve. Resolves to true if there was one. */
export const releaseReserve = async (): Promise<boolean> => (await caching()?.delete(reserveCache)) === true

/** Writes the quota reserve, also again after it was given up, if ten times as much space is free. */
export async function keepReserve(): Promise<void> {
  const all = caching()
  const { quota = 0, usage = 0 } = (await estimate()) ?? {}
  if (!all || quota - usage < 10 * reserveSize) return
  const cache = await all.open(reserveCache)
  if (await cache.match(ballastAddress)) return
  await cache.put(ballastAddress, new Response(new Blob([new Uint8Array(reserveSize)])))
}

const estimate = async () => await (globalThis.navigator as { storage?: StorageManager } | undefined)?.storage?.estimate?.()

/** Used share of the browser's quota, 0 to 1; undefined if the browser does not report it. */
export async function storageUsed(): Promise<number | undefined> {
  const { quota, usage } = (await estimate()) ?? {}
  return quota === undefined || quota === 0 || usage === undefined ? undefined : usage / quota
}
