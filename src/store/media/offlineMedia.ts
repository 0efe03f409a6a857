import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { savesData } from '../connectivity/isMetered.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

/** A video or document that is available offline on this device. Its bytes are in Cache Storage, in parts. */
export interface OfflineMedia {
  readonly url: string
  /** Who may see it; a `/media/` file is public. */
  readonly owner: string
  /**
   * offered: not requested yet; wanted: download in progress; kept: complete; full: no space; failed: the
   * server refused it.
   */
  readonly state: 'offered' | 'wanted' | 'kept' | 'full' | 'failed'
  /** Bytes of the whole file; 0 until the first part has arrived. */
  readonly size: number
  /** Bytes on the device. */
  readonly have: number
  readonly type: string
  readonly etag: string
  readonly at: number
}

export const keptCache = 'muster-media'
/** Bytes per part: the most that a broken connection loses. */
export const partSize = 512 * 1024

export const partAddress = (url: string, part: number): string => `/.kept/${encodeURIComponent(url)}/${part}`

/**
 * Returns the path of a file on our own server, otherwise undefined: a script cannot verify or read files of
 * other origins.
 */
export function keepable(link: string, origin: string): string | undefined {
  if (!URL.canParse(link, origin)) return undefined
  const url = new URL(link, origin)
  return url.origin === origin && /^\/(?:media\/.+|api\/files\/\w{20})$/.test(url.pathname) ? url.pathname : undefined
}

export async function offlineMedia(store: Store, url: string): Promise<OfflineMedia | undefined> {
  return await withReopen(store, () => store.db.keptMedia.get(url))
}

export const allKept = (store: Store): Promise<OfflineMedia[]> => withReopen(store, () => store.db.keptMedia.toArray())

export async function putKept(store: Store, media: OfflineMedia): Promise<void> {
  await withReopen(store, () => store.db.keptMedia.put(media))
}

/**
 * Requests a file for offline use. Continues a started download, and retries a file that found no space.
 * Never downloads twice.
 */
export async function keepMedia(url: string, owner: string, store: Store = getStore()): Promise<void> {
  const before = await offlineMedia(store, url)
  if (before?.state === 'kept' && (before.owner === owner || url.startsWith('/media/'))) return
  const have = before && before.owner === owner ? before : undefined
  await putKept(store, { url, size: 0, have: 0, type: '', etag: '', ...have, owner, state: 'wanted', at: store.now() })
  emitStoreEvent('keep')
}

/** Requests the document of a PDF form with a cached page, unless the user has data saver on. */
export async function keepDocument(pageUrl: string, owner: string, store: Store = getStore()): Promise<void> {
  const row = await withReopen(store, () => store.db.screens.get([owner, pageUrl]))
  const source = (row?.data as { form?: { pdf?: { source?: unknown } } } | undefined)?.form?.pdf?.source
  const link = typeof source === 'string' ? keepable(source, location.origin) : undefined
  if (link !== undefined && !savesData()) await keepMedia(link, owner, store)
}

/** Requests the size of a file that a user may want to keep. */
export async function offerMedia(url: string, owner: string, store: Store = getStore()): Promise<void> {
  const before = await offlineMedia(store, url)
  if (before && (before.owner === owner || url.startsWith('/media/')) && before.state !== 'failed') return
  await putKept(store, { url, size: 0, have: 0, type: '', etag: '', owner, state: 'offered', at: store.now() })
  emitStoreEvent('keep')
}

/** Removes a file from the device. */
export async function dropKept(url: string, store: Store = getStore()): Promise<void> {
  const row = await offlineMedia(store, url)
  if (row) await putKept(store, { ...row, state: 'offered', have: 0 })
  const cache = await caches.open(keptCache)
  for (let part = 0; part * partSize < Math.max(1, row?.size ?? 0); part++) await cache.delete(partAddress(url, part))
}
