import { getOwner } from '../store/identity/getOwner.ts'
import { allKept, dropKept, type OfflineMedia, keptCache, partAddress, partSize, putKept } from '../store/media/offlineMedia.ts'
import { isQuota, type Store } from '../store/db/store.ts'
import { headerNames } from './headerNames.ts'

/** Space that stays free for users' work and photos, bytes. */
const reserve = 50 * 1024 * 1024
/** Interval at which an offline file is compared with the server's file, ms. */
const lookAgain = 24 * 3_600_000
const partTimeout = 60_000

/** Requests a file. Returns undefined if our server did not answer; the rest is fetched later. */
export async function askForFile(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      credentials: 'same-origin',
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(partTimeout),
    })
    return response.headers.get(headerNames.app) === '1' && response.status < 500 ? response : undefined
  } catch {
    return undefined
  }
}

/**
 * Downloads requested media in parts, so an interruption loses at most one part. One tab at a time. Stores
 * whether the server refused a file or the device has no space; without a connection the file stays
 * requested.
 */
export async function downloadMedia(store: Store): Promise<void> {
  if (typeof caches === 'undefined') return
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks) await locks.request('muster-media', () => work(store))
  else await work(store)
}

async function work(store: Store): Promise<void> {
  const mine = ({ url, owner }: OfflineMedia) => owner === getOwner() || url.startsWith('/media/')
  for (;;) {
    const rows = (await allKept(store)).filter(mine)
    const wanted = rows.find(({ state }) => state === 'wanted')
    if (wanted) {
      if (!(await fetchParts(store, wanted))) return
      continue
    }
    const offered = rows.find(({ state, size }) => state === 'offered' && size === 0)
    if (offered) {
      if (!(await lookUp(store, offered))) return
      continue
    }
    const old = rows.find(({ state, at }) => state === 'kept' && at < store.now() - lookAgain)
    if (!old || !(await compare(store, old))) return
  }
}

/**
 * Stores the size of a file, so that users know it before they spend data on it. Returns false if the server
 * cannot be reached.
 */
async function lookUp(store: Store, media: OfflineMedia): Promise<boolean> {
  const answer = await askForFile(media.url, { method: 'HEAD' })
  if (!answer) return false
  const size = Number(answer.headers.get('content-length') ?? 0)
  await putKept(store, { ...media, ...(answer.ok && size > 0 ? { size } : { state: 'failed' }), at: store.now() })
  return true
}

/** Compares a file with the server's ETag. Returns false if the server cannot be reached. */
async function compare(store: Store, media: OfflineMedia): Promise<boolean> {
  const answer = await askForFile(media.url, { method: 'HEAD' })
  if (!answer) return false
  const changed = answer.ok && (answer.headers.get('etag') ?? '') !== media.etag
  await putKept(store, { ...media, at: store.now(), ...(changed && { state: 'wanted', have: 0, size: 0, etag: '' }) })
  return true
}

function askForPart({ url, have, etag }: OfflineMedia): Promise<Response | undefined> {
  const range = `bytes=${have}-${have + partSize - 1}`
  return askForFile(url, { headers: { range, ...(etag && { 'if-range': etag }) } })
}

/** A part of a file; the whole file if the server does not serve ranges. */
interface Part {
  readonly bytes: Blob
  readonly whole: boolean
  /** Offset of the part in the file, bytes. */
  readonly from: number
  /** Size of the whole file, bytes; NaN if the answer does not say it. */
  readonly size: number
  readonly etag: string
  readonly type: string
}

/** Reads an answer to a request for the part at `asked`. Returns undefined if the answer broke off. */
async function readPart(answer: Response, asked: number): Promise<Part | undefined> {
  const bytes = await answer.blob().catch(() => undefined)
  if (!bytes) return undefined
  const { headers } = answer
  const whole = answer.status === 200
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return {
    bytes,
    whole,
    from: whole ? 0 : asked,
    size: whole ? bytes.size : Number(total ?? Number.NaN),
    etag: headers.get('etag') ?? '',
    type: headers.get('content-type') ?? '',
  }
}

/** True if the server's file has changed since the parts that are here. */
const isOfOtherFile = ({ from, etag, size }: Part, media: OfflineMedia) => from > 0 && (etag !== media.etag || size !== media.size)

const isComplete = ({ bytes, whole, from, size }: Part) => size > 0 && bytes.size === (whole ? size : Math.min(partSize, size - from))

async function putPart(cache: Cache, url: string, { bytes, from }: Part): Promise<void> {
  for (let at = 0; at < bytes.size; at += partSize)
    await cache.put(partAddress(url, (from + at) / partSize), new Response(bytes.slice(at, at + partSize)))
}

async function fetchParts(store: Store, begun: OfflineMedia): Promise<boolean> {
  const cache = await caches.open(keptCache)
  let media = begun
  const settle = async (change: Partial<OfflineMedia>) => {
    media = { ...media, ...change, at: store.now() }
    await putKept(store, media)
  }
  while (media.size === 0 || media.have < media.size) {
    const answer = await askForPart(media)
    if (!answer) return false
    if (answer.status !== 206 && answer.status !== 200) {
      await dropKept(media.url, store)
      await settle({ state: 'failed', have: 0, size: 0, etag: '' })
      return true
    }
    const part = await readPart(answer, media.have)
    if (!part) return false
    if (isOfOtherFile(part, media)) {
      await settle({ have: 0, size: 0, etag: '' })
      continue
    }
    if (!isComplete(part)) return false
    const { bytes, from, size, etag, type } = part
    if (!(await hasRoom(size - media.have))) {
      await settle({ state: 'full', size, etag })
      return true
    }
    try {
      await putPart(cache, media.url, part)
    } catch (error) {
      if (!isQuota(error)) throw error
      await dropKept(media.url, store)
      await settle({ state: 'full', have: 0, size })
      return true
    }
    await settle({ size, etag, type, have: from + bytes.size })
  }
  await settle({ state: 'kept' })
  return true
}

/** Whether so many bytes find space beside the work and photos of people. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const estimate = await (navigator as { storage?: StorageManager }).storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined) return true
  return estimate.quota - (estimate.usage ?? 0) - bytes > reserve
}
