import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFaultyLine } from '../../../tests/harness/faultyLine.ts'
import { startS3Server, type S3Server } from '../../../tests/harness/s3Server.ts'
import { diskFiles } from './disk/diskFiles.ts'
import type { FileStore } from './FileStore.ts'
import { objectFiles } from './s3/objectFiles.ts'
import { pieceKey } from './s3/pieces.ts'
import { readListing } from './s3/readListing.ts'
import { s3Bucket } from './s3/s3Bucket.ts'
import { s3SettingsFrom } from './s3/s3Settings.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let made = 0
const newId = () => `file${String(++made).padStart(16, '0')}`
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 31 + (n >> 8)) % 256))
const photo = bytesOf(600_000)
const expected = (bytes: Uint8Array) => ({ size: bytes.length, sha256: sha256(bytes) })

async function contentOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** What the upload protocol does for a creation. */
const begin = (store: FileStore, id: string, size: number) => store.uploads.create(new Upload({ id, size, offset: 0 }))
const write = (store: FileStore, id: string, offset: number, part: Buffer) => store.uploads.write(Readable.from([part]), id, offset)

let spool = ''
let s3: S3Server
let disk: FileStore
let objects: FileStore
const failures: string[] = []
beforeAll(async () => {
  spool = mkdtempSync(join(tmpdir(), 'muster-files-'))
  s3 = await startS3Server()
  disk = await diskFiles(spool)
  objects = objectFiles(s3.settings, { spool, onFailure: ({ reason }) => failures.push(reason) })
})
afterAll(async () => {
  await s3?.close()
  rmSync(spool, { recursive: true, force: true })
})

describe.each([
  ['a folder', () => disk],
  ['a bucket', () => objects],
])('files in %s', (_name, storeOf) => {
  it('arrive in parts, are checked, and are read whole or in part', async () => {
    const [store, id] = [storeOf(), newId()]
    expect(await store.arrived(id)).toBeUndefined()
    await begin(store, id, photo.length)
    expect(await store.arrived(id)).toBe(0)
    expect(await write(store, id, 0, photo.subarray(0, 250_000))).toBe(250_000)
    expect(await store.uploads.getUpload(id)).toMatchObject({ offset: 250_000, size: photo.length })
    expect(await store.finish(id, expected(photo))).toBe('absent')
    expect(await write(store, id, 250_000, photo.subarray(250_000))).toBe(photo.length)
    expect(await store.size(id)).toBeUndefined()
    expect(await store.finish(id, expected(photo))).toBe('whole')
    expect(await store.finish(id, expected(photo))).toBe('whole')
    expect([await store.arrived(id), await store.size(id)]).toEqual([undefined, photo.length])
    expect((await contentOf(await store.read(id))).equals(photo)).toBe(true)
    const part = await contentOf(await store.read(id, { start: 199_999, end: 300_000 }))
    expect(part.equals(photo.subarray(199_999, 300_001))).toBe(true)
    expect(await contentOf(await store.read(id, { start: photo.length - 1, end: photo.length - 1 }))).toHaveLength(1)
  })

  it('are thrown away when their bytes are not those that the device announced', async () => {
    const [store, id] = [storeOf(), newId()]
    await store.put(id, photo)
    expect(await store.finish(id, { size: photo.length, sha256: sha256(Buffer.from('another')) })).toBe('mismatch')
    expect([await store.arrived(id), await store.size(id)]).toEqual([undefined, undefined])
    await store.put(id, photo)
    expect(await store.finish(id, expected(photo))).toBe('whole')
  })

  it('are opened on their way when they were sealed', async () => {
    const [store, id] = [storeOf(), newId()]
    const sealed = Buffer.from(photo.map((byte) => byte ^ 85))
    const seal = { size: sealed.length, open: (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 85)) }
    await store.put(id, sealed)
    expect(await store.finish(id, { ...expected(photo), sealed: seal })).toBe('whole')
    expect((await contentOf(await store.read(id))).equals(photo)).toBe(true)
  })

  it('may be empty', async () => {
    const [store, id] = [storeOf(), newId()]
    await begin(store, id, 0)
    expect(await store.finish(id, expected(Buffer.alloc(0)))).toBe('whole')
    expect(await store.size(id)).toBe(0)
    expect(await contentOf(await store.read(id))).toHaveLength(0)
  })

  it('are deleted, arriving or complete, and deleting them again is no error', async () => {
    const [store, id, other] = [storeOf(), newId(), newId()]
    await begin(store, id, photo.length)
    await write(store, id, 0, photo.subarray(0, 1000))
    await store.drop(id)
    await store.drop(id)
    expect(await store.arrived(id)).toBeUndefined()
    await store.put(other, photo)
    await store.finish(other, expected(photo))
    await store.remove(other)
    await store.remove(other)
    expect(await store.size(other)).toBeUndefined()
    await expect(store.read(other)).rejects.toThrow()
  })

  it('can be put there complete, also over another, and are listed', async () => {
    const [store, id, arriving] = [storeOf(), newId(), newId()]
    const ids = async () => {
      const found: string[] = []
      for await (const one of store.ids()) found.push(one)
      return found
    }
    const before = await ids()
    await begin(store, arriving, photo.length)
    await store.putComplete(id, photo.subarray(0, 5))
    await store.putComplete(id, photo)
    expect((await contentOf(await store.read(id))).equals(photo)).toBe(true)
    expect([await store.arrived(id), await store.arrived(arriving)]).toEqual([undefined, 0])
    expect((await ids()).sort()).toEqual([...before, id].sort())
  })

  it('are listed by age while bytes of them are arriving, also after their upload was complete', async () => {
    const [store, unfinished, complete] = [storeOf(), newId(), newId()]
    for (const id of [unfinished, complete]) {
      await begin(store, id, 100)
      await write(store, id, 0, photo.subarray(0, id === complete ? 100 : 50))
    }
    expect(await store.finish(complete, expected(photo.subarray(0, 100)))).toBe('whole')
    const later = new Date(Date.now() + 60_000)
    const left = async () => (await store.leftovers(later)).filter((id) => id === unfinished || id === complete)
    expect(await left()).toEqual([unfinished])
    // A second server did not know yet that the upload was complete.
    await begin(store, complete, 100)
    expect((await left()).toSorted()).toEqual([unfinished, complete].toSorted())
    expect(await store.leftovers(new Date(Date.now() - 60_000))).toEqual([])
    for (const id of [unfinished, complete]) await store.drop(id)
    expect(await left()).toEqual([])
    expect(await store.size(complete)).toBe(100)
  })

  it('are listed by age, each in exactly one part', async () => {
    const store = storeOf()
    const ids = ['aa', 'bb', 'cc'].map((start) => `${start}${newId().slice(2)}`)
    for (const id of ids) {
      await store.put(id, photo.subarray(0, 100))
      await store.finish(id, expected(photo.subarray(0, 100)))
    }
    const later = new Date(Date.now() + 60_000)
    const parts = await Promise.all([0, 1, 2].map((part) => store.older(later, part, 3)))
    expect(
      parts
        .flat()
        .filter((id) => ids.includes(id))
        .sort(),
    ).toEqual(ids)
    expect(await store.older(new Date(Date.now() - 60_000), 0, 1)).toEqual([])
    await expect.poll(() => store.ready()).toBe(true)
  })
})

describe('uploads into a bucket', () => {
  it('keep what came before a connection broke', async () => {
    const id = newId()
    await begin(objects, id, photo.length)
    const broken = Readable.from(
      (async function* () {
        yield photo.subarray(0, 70_000)
        throw new Error('the connection broke')
      })(),
    )
    await expect(objects.uploads.write(broken, id, 0)).rejects.toThrow('broke')
    await objects.uploads.settled(id)
    expect(await objects.arrived(id)).toBe(70_000)
  })

  it('never go back, however the parts of two processes overlap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ start: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 30 }) }), { maxLength: 12 }),
        async (parts) => {
          const [id, data] = [newId(), bytesOf(64)]
          await begin(objects, id, data.length)
          let before = 0
          for (const { start, length } of parts) {
            await write(objects, id, start, data.subarray(start, start + length))
            const now = (await objects.arrived(id)) ?? -1
            expect(now).toBeGreaterThanOrEqual(before)
            before = now
          }
          await write(objects, id, before, data.subarray(before))
          expect(await objects.finish(id, expected(data))).toBe('whole')
        },
      ),
      { numRuns: 8 },
    )
  })

  it('begin again where the store has kept a part of an object', async () => {
    const id = newId()
    await begin(objects, id, photo.length)
    // The store of the tests keeps this when a server is killed while it sends the object.
    await s3Bucket(s3.settings, () => undefined).put(pieceKey(id, 0, photo.length), photo.subarray(0, 1000))
    expect(await objects.uploads.getUpload(id)).toMatchObject({ offset: 0 })
    expect(await write(objects, id, 0, photo)).toBe(photo.length)
    expect(await objects.finish(id, expected(photo))).toBe('whole')
  })

  it('join many small parts', async () => {
    const [id, data] = [newId(), bytesOf(300)]
    await begin(objects, id, data.length)
    await Promise.all(Array.from({ length: 290 }, (_, at) => write(objects, id, at, data.subarray(at, at + 1))))
    expect(await objects.uploads.getUpload(id)).toMatchObject({ offset: 290 })
    expect(await objects.arrived(id)).toBe(290)
    await write(objects, id, 290, data.subarray(290))
    expect(await objects.finish(id, expected(data))).toBe('whole')
    expect((await contentOf(await objects.read(id))).equals(data)).toBe(true)
  })

  it('are refused for now while the store does not answer, and go on after that', async () => {
    const id = newId()
    await begin(objects, id, photo.length)
    await write(objects, id, 0, photo.subarray(0, 1000))
    await s3.stop()
    expect(await objects.ready()).toBe(false)
    const asks = [
      () => write(objects, id, 1000, photo.subarray(1000)),
      () => objects.arrived(id),
      () => objects.finish(id, expected(photo)),
      () => objects.read(id),
    ]
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(failures).toContain('ECONNREFUSED')
    await s3.start()
    expect(await objects.arrived(id)).toBe(1000)
    await write(objects, id, 1000, photo.subarray(1000))
    expect(await objects.finish(id, expected(photo))).toBe('whole')
  })

  it('are refused for now with a wrong key, or without their bucket', async () => {
    for (const [wrong, reason] of [
      [{ secretAccessKey: 'another' }, 'status 403 SignatureDoesNotMatch'],
      [{ bucket: 'no-such-bucket' }, 'no such bucket'],
    ] as const) {
      const reasons: string[] = []
      const store = objectFiles({ ...s3.settings, ...wrong }, { spool, onFailure: (failure) => reasons.push(failure.reason) })
      expect(await store.ready()).toBe(false)
      await expect(store.put(newId(), photo)).rejects.toMatchObject({ status: 503 })
      await expect(store.arrived(newId())).rejects.toMatchObject({ status: 503 })
      expect(reasons).toContain(reason)
    }
  })
})

describe('a bucket behind a line that fails', () => {
  it('is asked again when a request ends without an answer, and gives up after the third one', async () => {
    const line = await startFaultyLine(s3.settings.endpoint)
    const reasons: string[] = []
    const store = objectFiles({ ...s3.settings, endpoint: line.endpoint }, { spool, onFailure: ({ reason }) => reasons.push(reason) })
    const id = newId()
    line.lostRequests = 2
    await store.putComplete(id, photo)
    line.lostRequests = 2
    expect((await contentOf(await store.read(id))).equals(photo)).toBe(true)
    line.lostRequests = 1
    expect(await store.size(id)).toBe(photo.length)
    expect(reasons).toEqual([])
    line.lostRequests = 3
    await expect(store.size(id)).rejects.toMatchObject({ status: 503 })
    expect([reasons.length, line.lostRequests]).toEqual([1, 0])
    line.close()
  })

  it('is given up when an answer begins and does not end', async () => {
    const line = await startFaultyLine(s3.settings.endpoint)
    const reasons: string[] = []
    await s3Bucket(s3.settings, () => undefined).put('half', photo)
    line.bytesOfAnswer = 100_000
    const settings = { ...s3.settings, endpoint: line.endpoint }
    const bucket = s3Bucket(settings, ({ reason }) => reasons.push(reason), { limitMs: 300 })
    await expect(bucket.bytes('half')).rejects.toMatchObject({ status: 503 })
    expect(reasons).toEqual(['no answer in time'])
    line.close()
  })

  it('is an error when the store cuts its list off', () => {
    const list = (more: string) =>
      `<ListBucketResult><Contents><Key>a</Key></Contents><IsTruncated>true</IsTruncated>${more}</ListBucketResult>`
    expect(readListing(list('<NextContinuationToken>b</NextContinuationToken>'), 0).next).toBe('b')
    expect(() => readListing(list('<NextMarker>b</NextMarker>'), 0)).toThrow('has to know ListObjectsV2')
  })
})

describe('FILES_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  const read = (FILES_URL: string, more: Record<string, string> = keys) => s3SettingsFrom((name) => ({ FILES_URL, ...more })[name])

  it('names a bucket, its folder, its region and the address of the store', () => {
    expect(s3SettingsFrom(() => undefined)).toBeUndefined()
    expect(read('s3://files/site/a?endpoint=https://objects.example.com:9000/&region=eu-1')).toMatchObject({
      endpoint: 'https://objects.example.com:9000',
      region: 'eu-1',
      bucket: 'files',
      prefix: 'site/a/',
    })
    expect(read('s3://files', { ...keys, AWS_REGION: 'eu-central-1' })).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      prefix: '',
    })
  })

  it.each([
    ['https://objects.example.com/files', 's3://'],
    ['s3://F', 's3://'],
    ['s3://files?endpoint=objects.example.com', 's3://'],
    ['s3://key:secret@files', 'no keys'],
    ['s3://files?bucket=b', 'not bucket'],
  ])('%s is refused with words', (url, words) => {
    expect(() => read(url)).toThrow(words)
  })

  it('needs the keys', () => {
    expect(() => read('s3://files', {})).toThrow('AWS_ACCESS_KEY_ID')
  })
})
