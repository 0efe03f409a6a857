import { documentPolicy, filePolicy, servedType } from '../contract/rules/servedType.ts'
import { deviceOwner } from '../src/store/identity/getOwner.ts'
import { type OfflineMedia, keptCache, offlineMedia, partAddress, partSize } from '../src/store/media/offlineMedia.ts'
import { pdfCache } from '../src/store/media/pdfTools.ts'
import { getStore } from '../src/store/db/store.ts'

/** Addresses of videos and documents, which can be available offline. */
export const isMedia = (pathname: string) => /^\/(?:media\/.+|api\/files\/\w{20})$/.test(pathname)

/**
 * Returns the offline copy, or a range of it if a player requests one (206, RFC 9110 §14); otherwise the
 * network's answer.
 */
export async function mediaAnswer(request: Request): Promise<Response> {
  const url = new URL(request.url).pathname
  const kept = await copyOf(url).catch(() => undefined)
  return kept ? answer(kept, request.headers.get('range') ?? '') : fetch(request)
}

/**
 * Fonts and decoders of the PDF viewer. Their address includes the version, so a cached one is never
 * requested again. A device without space shows documents, too. Pages delete those of earlier versions
 * (deleteFormerTools.ts).
 */
export async function oncePerVersion(request: Request): Promise<Response> {
  const cache = await caches.open(pdfCache)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.status === 200 && response.headers.get('x-app') === '1')
    await cache.put(request.url, response.clone()).catch(() => undefined)
  return response
}

/** Offline media of one user is not shown to the next user of a shared device. */
async function copyOf(url: string): Promise<OfflineMedia | undefined> {
  const store = getStore()
  const media = await offlineMedia(store, url)
  if (media?.state !== 'kept' || !(url.startsWith('/media/') || media.owner === (await deviceOwner(store)))) return undefined
  // The browser may have evicted the file.
  return (await (await caches.open(keptCache)).match(partAddress(url, 0))) ? media : undefined
}

function answer({ url, size, type, etag }: OfflineMedia, range: string): Response {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const part = from !== '' || to !== ''
  const start = from === '' && part ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  // The copy may be older than the server's check of types.
  const served = servedType(type)
  const headers = {
    'content-type': served.type,
    'content-disposition': served.inline ? 'inline' : 'attachment',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': served.type === 'application/pdf' ? documentPolicy : filePolicy,
  }
  if (start > end || start >= size) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  let at = start
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(stream) {
      const number = Math.floor(at / partSize)
      const kept = await (await caches.open(keptCache)).match(partAddress(url, number))
      if (!kept) return stream.error(new Error('gone'))
      const first = number * partSize
      const bytes = await (await kept.blob()).slice(at - first, end + 1 - first).arrayBuffer()
      at += bytes.byteLength
      if (bytes.byteLength > 0) stream.enqueue(new Uint8Array(bytes))
      if (at > end || bytes.byteLength === 0) stream.close()
    },
  })
  return new Response(body, {
    status: part ? 206 : 200,
    headers: { ...headers, 'content-length': String(end - start + 1), ...(part && { 'content-range': `bytes ${start}-${end}/${size}` }) },
  })
}
