import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Refused } from '../../../../contract/Refused.ts'
import { text } from '../../../i18n/text.ts'
import type { ByteRange } from '../FileStore.ts'
import { type Listing, readListing } from './readListing.ts'
import type { S3Settings } from './s3Settings.ts'

/** What went wrong at the object store: its status, or the code of the network. */
export interface S3Failure {
  readonly method: string
  readonly reason: string
}

/** The calls of the S3 API that the files need. Each throws Refused UNAVAILABLE if the store does not do it. */
export interface S3Bucket {
  /** Resolves when the store has the bytes; the store compares them with their SHA-256. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** The bytes of an object; undefined if there is none. */
  bytes(key: string): Promise<Buffer | undefined>
  /** The size of an object in bytes; undefined if there is none. */
  size(key: string): Promise<number | undefined>
  /** Also resolves if there is no such object. */
  remove(key: string): Promise<void>
  /** All objects whose key begins with `prefix`. */
  list(prefix: string): Promise<Listing['objects']>
  /** The next parts of the keys below `prefix`, up to a `/`. */
  folders(prefix: string): Promise<readonly string[]>
  /** Whether the store answers within two seconds. */
  ready(): Promise<boolean>
}

/** Time until the store has to begin its answer; a piece of an upload and a small file take less. */
const answerWithinMs = 30_000
const readyWithinMs = 2_000
/** Further attempts after a 5xx or 429, and the first pause in ms; the device tries again after that. */
const retries = { retries: 2, initRetryMs: 200 }

const unavailable = () => new Refused(503, 'UNAVAILABLE', text('The storage of files does not answer. Please try again in a minute.'))

type Send = (method: string, path: string, init: RequestInit, withinMs?: number) => Promise<Response>

/** Sends signed requests; `path` begins after the bucket. @throws Refused UNAVAILABLE */
function sender(settings: S3Settings, onFailure: (failure: S3Failure) => void): Send {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, sessionToken } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', ...retries, ...(sessionToken && { sessionToken }) })
  const root = `${endpoint}/${bucket}`

  return async (method, path, init, withinMs = answerWithinMs) => {
    // The limit ends with the head of the answer: a slow reader may take longer for the rest.
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), withinMs)
    try {
      const answer = await client.fetch(`${root}${path}`, { method, signal: limit.signal, ...init })
      if (answer.ok || answer.status === 404 || answer.status === 416) return answer
      await answer.body?.cancel()
      throw new Error(`status ${answer.status}`)
    } catch (error) {
      onFailure({ method, reason: reasonOf(error) })
      throw unavailable()
    } finally {
      clearTimeout(timer)
    }
  }
}

async function found(answer: Response): Promise<Response | undefined> {
  if (answer.ok) return answer
  await answer.body?.cancel()
  return undefined
}

export function s3Bucket(settings: S3Settings, onFailure: (failure: S3Failure) => void): S3Bucket {
  const { prefix } = settings
  const send = sender(settings, onFailure)
  const pathOf = (key: string) => `/${prefix}${key}`
  const failed = (method: string, reason: string): never => {
    onFailure({ method, reason })
    throw unavailable()
  }
  /** The connection may break after the head of an answer. */
  const complete = <Body>(body: Promise<Body>): Promise<Body> => body.catch((error: unknown) => failed('GET', reasonOf(error)))

  async function page(query: Record<string, string>): Promise<Listing> {
    const search = new URLSearchParams({ 'list-type': '2', ...query })
    const answer = await send('GET', `?${search.toString()}`, {})
    if (!answer.ok) return failed('GET', 'no such bucket')
    return readListing(await complete(answer.text()), prefix.length)
  }

  async function pages(query: Record<string, string>): Promise<readonly Listing[]> {
    const all: Listing[] = []
    let next: string | undefined
    do {
      const one: Listing = await page({ ...query, ...(next !== undefined && { 'continuation-token': next }) })
      all.push(one)
      ;({ next } = one)
    } while (next !== undefined)
    return all
  }

  async function get(key: string, range?: ByteRange): Promise<Response | undefined> {
    return found(await send('GET', pathOf(key), range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}))
  }

  return {
    async put(key, bytes) {
      const sum = createHash('sha256').update(bytes).digest('hex')
      const answer = await send('PUT', pathOf(key), {
        body: bytes as NonNullable<RequestInit['body']>,
        headers: { 'x-amz-content-sha256': sum },
      })
      await answer.body?.cancel()
      if (!answer.ok) failed('PUT', 'no such bucket')
    },
    async get(key, range) {
      const answer = await get(key, range)
      return answer && (answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]))
    },
    async bytes(key) {
      const answer = await get(key)
      return answer && Buffer.from(await complete(answer.arrayBuffer()))
    },
    async size(key) {
      const answer = await found(await send('HEAD', pathOf(key), {}))
      return answer && Number(answer.headers.get('content-length') ?? 0)
    },
    async remove(key) {
      const answer = await send('DELETE', pathOf(key), {})
      await answer.body?.cancel()
    },
    list: async (under) => (await pages({ prefix: prefix + under })).flatMap(({ objects }) => objects),
    folders: async (under) => (await pages({ prefix: prefix + under, delimiter: '/' })).flatMap(({ folders }) => folders),
    ready: () =>
      send('HEAD', '', {}, readyWithinMs).then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'AbortError') return 'no answer in time'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error.message
}
