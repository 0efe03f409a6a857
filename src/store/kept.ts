import { emitStoreEvent } from './events.ts'
import { getStore, type Store, withReopen } from './store.ts'

/** Videos and documents that are on this device to be seen without a connection. Their bytes lie in Cache Storage, in parts. */
export interface KeptMedia {
  readonly url: string
  /** Who may see it; a file of `/media/` is for everybody. */
  readonly owner: string
  /** offered: nobody asked for it yet; wanted: on its way; kept: whole; full: no room; failed: the server does not give it. */
  readonly state: 'offered' | 'wanted' | 'kept' | 'full' | 'failed'
  /** Bytes of the whole file; 0 until the first part has come. */
  readonly size: number
  /** Bytes that are here. */
  readonly have: number
  readonly type: string
  readonly etag: string
  readonly at: number
}

export const keptCache = 'muster-media'
/** Bytes of a part: what is lost when the connection breaks. */
export const partSize = 512 * 1024
export const keptPrefix = 'kept:'

export const partAddress = (url: string, part: number): string => `/.kept/${encodeURIComponent(url)}/${part}`

/** Only what our own server gives: another's file can neither be checked nor read by a program. */
export function keepable(link: string, origin: string): string | undefined {
  if (!URL.canParse(link, origin)) return undefined
  const url = new URL(link, origin)
  return url.origin === origin && /^\/(?:media\/.+|api\/files\/\w{20})$/.test(url.pathname) ? url.pathname : undefined
}

export async function keptMedia(store: Store, url: string): Promise<KeptMedia | undefined> {
  const row = await withReopen(store, () => store.db.meta.get(keptPrefix + url))
  return row?.value as KeptMedia | undefined
}

export const allKept = (store: Store): Promise<KeptMedia[]> =>
  withReopen(store, async () => (await store.db.meta.where('key').startsWith(keptPrefix).toArray()).map(({ value }) => value as KeptMedia))

export async function putKept(store: Store, media: KeptMedia): Promise<void> {
  await withReopen(store, () => store.db.meta.put({ key: keptPrefix + media.url, value: media }))
}

/** Asks for a file on the device; begun ones go on, and one that found no room is tried again. Nothing is fetched twice. */
export async function keepMedia(url: string, owner: string, store: Store = getStore()): Promise<void> {
  const before = await keptMedia(store, url)
  if (before?.state === 'kept' && (before.owner === owner || url.startsWith('/media/'))) return
  const have = before && before.owner === owner ? before : undefined
  await putKept(store, { url, size: 0, have: 0, type: '', etag: '', ...have, owner, state: 'wanted', at: store.now() })
  emitStoreEvent('keep')
}

/** Asks for the document of a PDF form whose page is on the device; not where the person saves data. */
export async function keepDocument(pageUrl: string, owner: string, store: Store = getStore()): Promise<void> {
  const row = await withReopen(store, () => store.db.screens.get([owner, pageUrl]))
  const source = (row?.data as { form?: { pdf?: { source?: unknown } } } | undefined)?.form?.pdf?.source
  const link = typeof source === 'string' ? keepable(source, location.origin) : undefined
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
  if (link !== undefined && !saves) await keepMedia(link, owner, store)
}

/** Has the size looked up of a file that a person may want to keep. */
export async function offerMedia(url: string, owner: string, store: Store = getStore()): Promise<void> {
  const before = await keptMedia(store, url)
  if (before && (before.owner === owner || url.startsWith('/media/')) && before.state !== 'failed') return
  await putKept(store, { url, size: 0, have: 0, type: '', etag: '', owner, state: 'offered', at: store.now() })
  emitStoreEvent('keep')
}

/** Takes a file off the device. */
export async function dropKept(url: string, store: Store = getStore()): Promise<void> {
  const row = await keptMedia(store, url)
  if (row) await putKept(store, { ...row, state: 'offered', have: 0 })
  const cache = await caches.open(keptCache)
  for (let part = 0; part * partSize < Math.max(1, row?.size ?? 0); part++) await cache.delete(partAddress(url, part))
}
