import { allKept, keptCache, putKept } from './kept.ts'
import type { Store } from './store.ts'

const ballastCache = 'muster-ballast'
const ballastAddress = '/.ballast'
/** Given up when the device is full, so that what a person typed still fits, bytes. */
export const ballastSize = 20 * 1024 * 1024

const caching = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches

/**
 * Gives back what the server can give again: documents' fonts, the second copies of screens, then videos and documents that were kept to be
 * seen without a connection. Their rows say that there was no room.
 */
export async function dropCopies(store: Store): Promise<void> {
  const all = caching()
  if (!all) return
  for (const name of await all.keys()) if (name === 'muster-pdfjs' || name.startsWith('muster-screens-')) await all.delete(name)
  for (const media of await allKept(store)) if (media.have > 0) await putKept(store, { ...media, state: 'full', have: 0 })
  await all.delete(keptCache)
}

/** True when there was a reserve, which is free now. */
export const giveBallast = async (): Promise<boolean> => (await caching()?.delete(ballastCache)) === true

/** Sets the reserve aside, also again after it was given up, where there is ten times as much room. */
export async function keepBallast(): Promise<void> {
  const all = caching()
  const { quota = 0, usage = 0 } = (await estimate()) ?? {}
  if (!all || quota - usage < 10 * ballastSize) return
  const cache = await all.open(ballastCache)
  if (await cache.match(ballastAddress)) return
  await cache.put(ballastAddress, new Response(new Blob([new Uint8Array(ballastSize)])))
}

const estimate = async () => await (globalThis.navigator as { storage?: StorageManager } | undefined)?.storage?.estimate?.()

/** What of the browser's room is in use, 0 to 1; undefined where it does not say. */
export async function roomUsed(): Promise<number | undefined> {
  const { quota, usage } = (await estimate()) ?? {}
  return quota === undefined || quota === 0 || usage === undefined ? undefined : usage / quota
}
