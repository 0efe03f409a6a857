import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MusterDb, SpillDb } from '../../src/store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { dropKept, keepable, keepMedia, offlineMedia, offerMedia, partSize } from '../../src/store/media/offlineMedia.ts'
import { openStore, setStore, type Store } from '../../src/store/db/store.ts'
import { downloadMedia } from '../../src/sync/downloadMedia.ts'
import { mediaAnswer, oncePerVersion } from '../../sw/mediaAnswer.ts'

const origin = 'https://muster.example'
const url = '/media/film.webm'
/** Two whole parts and a rest; neighboring bytes differ. */
const film = Uint8Array.from({ length: partSize * 2 + 1000 }, (_, index) => (index * 7 + (index >> 8)) % 251)

/** A fake of Cache Storage, with a disk that can be full. */
function fakeCaches() {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (key: string, response: Response) => {
      if (disk.full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, response)
    },
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async (key: string) => kept.delete(key),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  }
  return { kept, open: async () => cache }
}

let store: Store
let caches: ReturnType<typeof fakeCaches>
const disk = { full: false }
/** Behavior of the server; `asked` are the requested ranges. */
let server: { reach: boolean; status: number; etag: string; bytes: Uint8Array<ArrayBuffer>; stopsAfter: number }
let asked: string[]

beforeEach(async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  store = openStore({ db: new MusterDb(options), spill: new SpillDb(options) })
  setStore(store)
  await setOwner('u:ana')
  caches = fakeCaches()
  disk.full = false
  asked = []
  server = { reach: true, status: 200, etag: '"1"', bytes: film, stopsAfter: Number.POSITIVE_INFINITY }
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', async (address: string | Request, init: RequestInit = {}) => {
    if (address instanceof Request) return new Response('of the network', { headers: { 'x-app': '1' } })
    const range = new Headers(init.headers).get('range') ?? init.method ?? 'GET'
    if (!server.reach || asked.length >= server.stopsAfter) throw new TypeError('offline')
    asked.push(range)
    const headers = { 'x-app': '1', etag: server.etag, 'content-type': 'video/webm', 'content-length': String(server.bytes.length) }
    if (server.status >= 400 || init.method === 'HEAD') return new Response(null, { status: server.status, headers })
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    const end = Math.min(Number(to), server.bytes.length - 1)
    return new Response(server.bytes.slice(Number(from), end + 1), {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${from}-${end}/${server.bytes.length}` },
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setStore(undefined)
  forgetOwner()
})

const get = (range?: string) => mediaAnswer(new Request(origin + url, { headers: range ? { range } : {} }))
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

/** Compares a megabyte at once, because an element-wise `expect` is slow. */
const same = (mine: Uint8Array, theirs: Uint8Array) => mine.length === theirs.length && mine.every((byte, at) => byte === theirs[at])

describe('a video on the device', () => {
  it('is fetched part by part and then given without a connection, whole or any piece of it', async () => {
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect(asked).toEqual([`bytes=0-${partSize - 1}`, `bytes=${partSize}-${partSize * 2 - 1}`, `bytes=${partSize * 2}-${partSize * 3 - 1}`])
    expect(await offlineMedia(store, url)).toMatchObject({ state: 'kept', size: film.length, have: film.length, type: 'video/webm' })
    server.reach = false
    const whole = await get()
    expect([whole.status, whole.headers.get('content-length'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      String(film.length),
      'bytes',
    ])
    expect(same(await bytesOf(whole), film)).toBe(true)
    for (const [range, from, to] of [
      ['bytes=0-', 0, film.length - 1],
      ['bytes=10-19', 10, 19],
      [`bytes=${partSize - 5}-${partSize + 5}`, partSize - 5, partSize + 5],
      [`bytes=${partSize * 2 + 900}-${film.length + 50}`, partSize * 2 + 900, film.length - 1],
      ['bytes=-100', film.length - 100, film.length - 1],
    ] as const) {
      const part = await get(range)
      expect([range, part.status, part.headers.get('content-range')]).toEqual([range, 206, `bytes ${from}-${to}/${film.length}`])
      expect([range, same(await bytesOf(part), film.slice(from, to + 1))]).toEqual([range, true])
    }
    const outside = await get(`bytes=${film.length}-`)
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${film.length}`])
  })

  it('goes on where the connection broke', async () => {
    server.stopsAfter = 1
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect(await offlineMedia(store, url)).toMatchObject({ state: 'wanted', have: partSize })
    expect(await (await get()).text()).toBe('of the network')
    server.stopsAfter = Number.POSITIVE_INFINITY
    await downloadMedia(store)
    expect(asked.filter((range) => range.startsWith('bytes=0-'))).toHaveLength(1)
    expect(same(await bytesOf(await get()), film)).toBe(true)
  })

  it('starts again when another file is there by then', async () => {
    server.stopsAfter = 1
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    server = { ...server, stopsAfter: Number.POSITIVE_INFINITY, etag: '"2"', bytes: film.slice().reverse() }
    await downloadMedia(store)
    expect(same(await bytesOf(await get()), film.slice().reverse())).toBe(true)
  })

  it('is compared with the server after a day, and fetched again when it has changed', async () => {
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    asked = []
    await downloadMedia(store)
    expect(asked).toEqual([])
    const tomorrow = { ...store, now: () => Date.now() + 25 * 3_600_000 }
    await downloadMedia(tomorrow)
    expect(asked).toEqual(['HEAD'])
    server = { ...server, etag: '"2"', bytes: film.slice(0, 100) }
    await downloadMedia({ ...store, now: () => Date.now() + 51 * 3_600_000 })
    expect(same(await bytesOf(await get()), film.slice(0, 100))).toBe(true)
  })

  it('says when there is no room, leaves room for work, and tries again when asked', async () => {
    disk.full = true
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect(await offlineMedia(store, url)).toMatchObject({ state: 'full', size: film.length, have: 0 })
    disk.full = false
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 60_000_000, usage: 20_000_000 }) } })
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect((await offlineMedia(store, url))?.state).toBe('full')
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 600_000_000, usage: 20_000_000 }) } })
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect((await offlineMedia(store, url))?.state).toBe('kept')
  })

  it('is offered with its size before anybody spends data on it, and goes when it is taken off', async () => {
    await offerMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect([asked, await offlineMedia(store, url)]).toMatchObject([['HEAD'], { state: 'offered', size: film.length, have: 0 }])
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    await dropKept(url, store)
    expect([caches.kept.size, (await offlineMedia(store, url))?.state]).toEqual([0, 'offered'])
    expect(await (await get()).text()).toBe('of the network')
  })

  it('that the server does not have is said to be missing', async () => {
    server.status = 404
    await keepMedia(url, 'u:ana', store)
    await downloadMedia(store)
    expect((await offlineMedia(store, url))?.state).toBe('failed')
  })

  it('of one person is not shown to the next on the same device', async () => {
    const mine = '/api/files/AAAAAAAAAAAAAAAAAAAA'
    await keepMedia(mine, 'u:ana', store)
    await downloadMedia(store)
    const ask = async () => (await mediaAnswer(new Request(origin + mine))).arrayBuffer()
    expect((await ask()).byteLength).toBe(film.length)
    await setOwner('u:ben')
    expect(new TextDecoder().decode(await ask())).toBe('of the network')
  })

  it('is only ever one of our own server', () => {
    expect(keepable('/media/a.webm', origin)).toBe('/media/a.webm')
    expect(keepable(`${origin}/api/files/AAAAAAAAAAAAAAAAAAAA`, origin)).toBe('/api/files/AAAAAAAAAAAAAAAAAAAA')
    for (const link of ['https://cdn.example/a.webm', '/api/forms/a.json', '/assets/a.js', 'https://vimeo.com/1'])
      expect(keepable(link, origin)).toBeUndefined()
  })
})

it('a part of the PDF viewer leaves the same part of another version: a page of that version may be open', async () => {
  const urls = ['/pdfjs/0/wasm/openjpeg.wasm', '/pdfjs/1/wasm/openjpeg.wasm', '/pdfjs/0/wasm/jbig2.wasm']
  for (const url of urls) await oncePerVersion(new Request(origin + url))
  expect([...caches.kept.keys()]).toEqual(urls.map((url) => origin + url))
})

it('a part of the PDF viewer works also where the device has no room for it, and is kept where it has', async () => {
  const part = () => oncePerVersion(new Request(`${origin}/pdfjs/1/wasm/openjpeg.wasm`))
  disk.full = true
  expect(await (await part()).text()).toBe('of the network')
  expect(caches.kept.size).toBe(0)
  disk.full = false
  await part()
  expect([...caches.kept.keys()]).toEqual([`${origin}/pdfjs/1/wasm/openjpeg.wasm`])
})
