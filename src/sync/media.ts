import { getOwner } from '../store/identity/identity.ts'
import { allKept, dropKept, type KeptMedia, keptCache, partAddress, partSize, putKept } from '../store/media/kept.ts'
import { isQuota, type Store } from '../store/db/store.ts'
import { headerNames } from './headers.ts'

/** Space that stays free for users' work and photos, bytes. */
const reserve = 50 * 1024 * 1024
/** Interval at which an offline file is compared with the server's file, ms. */
const lookAgain = 24 * 3_600_000
const partTimeout = 60_000

/** Returns undefined if our server did not answer; the rest is fetched later. */
async function ask(url: string, init: RequestInit): Promise<Response | undefined> {
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
export async function keepWanted(store: Store): Promise<void> {
  if (typeof caches === 'undefined') return
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks) await locks.request('muster-media', () => work(store))
  else await work(store)
}

async function work(store: Store): Promise<void> {
  const mine = ({ url, owner }: KeptMedia) => owner === getOwner() || url.startsWith('/media/')
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
async function lookUp(store: Store, media: KeptMedia): Promise<boolean> {
  const answer = await ask(media.url, { method: 'HEAD' })
  if (!answer) return false
  const size = Number(answer.headers.get('content-length') ?? 0)
  await putKept(store, { ...media, ...(answer.ok && size > 0 ? { size } : { state: 'failed' }), at: store.now() })
  return true
}

/** Compares a file with the server's ETag. Returns false if the server cannot be reached. */
async function compare(store: Store, media: KeptMedia): Promise<boolean> {
  const answer = await ask(media.url, { method: 'HEAD' })
  if (!answer) return false
  const changed = answer.ok && (answer.headers.get('etag') ?? '') !== media.etag
  await putKept(store, { ...media, at: store.now(), ...(changed && { state: 'wanted', have: 0, size: 0, etag: '' }) })
  return true
}

async function fetchParts(store: Store, begun: KeptMedia): Promise<boolean> {
  const cache = await caches.open(keptCache)
  let media = begun
  const settle = async (change: Partial<KeptMedia>) => {
    media = { ...media, ...change, at: store.now() }
    await putKept(store, media)
  }
  while (media.size === 0 || media.have < media.size) {
    const from = media.have
    const range = `bytes=${from}-${from + partSize - 1}`
    const answer = await ask(media.url, { headers: { range, ...(media.etag && { 'if-range': media.etag }) } })
    if (!answer) return false
    if (answer.status !== 206 && answer.status !== 200) {
      await dropKept(media.url, store)
      await settle({ state: 'failed', have: 0, size: 0, etag: '' })
      return true
    }
    const bytes = await answer.blob().catch(() => undefined)
    if (!bytes) return false
    const whole = answer.status === 200
    const size = whole ? bytes.size : Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
    const etag = answer.headers.get('etag') ?? ''
    // The server's file has changed: discard the parts of the old one.
    if (!whole && from > 0 && (etag !== media.etag || size !== media.size)) {
      await settle({ have: 0, size: 0, etag: '' })
      continue
    }
    const expected = whole ? size : Math.min(partSize, size - from)
    if (!(size > 0) || bytes.size !== expected) return false
    if (!(await hasRoom(size - media.have))) {
      await settle({ state: 'full', size, etag })
      return true
    }
    const type = answer.headers.get('content-type') ?? ''
    try {
      for (let at = 0; at < bytes.size; at += partSize)
        await cache.put(partAddress(media.url, ((whole ? 0 : from) + at) / partSize), new Response(bytes.slice(at, at + partSize)))
    } catch (error) {
      if (!isQuota(error)) throw error
      await dropKept(media.url, store)
      await settle({ state: 'full', have: 0, size })
      return true
    }
    await settle({ size, etag, type, have: whole ? size : from + bytes.size })
  }
  await settle({ state: 'kept' })
  return true
}

async function hasRoom(bytes: number): Promise<boolean> {
  const estimate = await (navigator as { storage?: StorageManager }).storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined) return true
  return estimate.quota - (estimate.usage ?? 0) - bytes > reserve
}
