import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
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
  /** All objects with a key that begins with `prefix`. */
  list(prefix: string): Promise<Listing['objects']>
  /** The next parts of the keys below `prefix`, up to a `/`. */
  folders(prefix: string): Promise<readonly string[]>
  /** Whether the store answers within two seconds. */
  ready(): Promise<boolean>
}

/** Time for one call with its repetitions, in ms; a piece of an upload and a small file take less. */
const standardLimitMs = 30_000
const readyWithinMs = 2_000
/** Further attempts when the connection is lost, or after a 5xx or 429; the device tries again after that. */
const retries = 2
/** The most that an attempt waits for; the second one waits for twice as long. */
const retryAfterMs = 200

const unavailable = () => new Refused(503, 'UNAVAILABLE', text('The storage of files does not answer. Please try again in a minute.'))

/** The store has answered, and does not do it. */
class StatusError extends Error {
  readonly isPassing: boolean

  constructor(status: number, reason: string) {
    super(reason)
    this.isPassing = status >= 500 || status === 429
  }
}

interface Call {
  readonly method: string
  /** Begins after the bucket. */
  readonly path: string
  readonly init?: RequestInit
  readonly withinMs?: number
}

/**
 * Sends a signed request. `read` gets an answer 2xx, 404 or 416; the limit of time ends when it resolves. Each call may be
 * repeated, because it gives or changes the same each time. @throws Refused UNAVAILABLE
 */
type Send = <Result>(call: Call, read: (answer: Response) => Promise<Result>) => Promise<Result>

function sender(settings: S3Settings, onFailure: (failure: S3Failure) => void, limitMs: number): Send {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, sessionToken } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0, ...(sessionToken && { sessionToken }) })
  const root = `${endpoint}/${bucket}`

  return async ({ method, path, init, withinMs = limitMs }, read) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), withinMs)
    const ask = async () => {
      const answer = await client.fetch(`${root}${path}`, { method, signal: limit.signal, ...init })
      if (answer.ok || answer.status === 404 || answer.status === 416) return await read(answer)
      throw new StatusError(answer.status, `status ${answer.status}${codeIn(await answer.text())}`)
    }
    try {
      for (let attempt = 0; ; attempt++)
        try {
          return await ask()
        } catch (error) {
          if (attempt === retries || limit.signal.aborted || (error instanceof StatusError && !error.isPassing)) throw error
          await pause(Math.random() * retryAfterMs * 2 ** attempt)
        }
    } catch (error) {
      onFailure({ method, reason: limit.signal.aborted ? 'no answer in time' : reasonOf(error) })
      throw unavailable()
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The code of an error of S3, after a blank; empty if the answer has none. */
function codeIn(body: string): string {
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(body) ?? []
  return code === undefined ? '' : ` ${code}`
}

/** Drops the body of an answer. Resolves to true if there is such an object. */
async function isFound(answer: Response): Promise<boolean> {
  await answer.body?.cancel()
  return answer.ok
}

/** Throws for 404 in a call that needs no object. */
function needBucket(isThere: boolean): void {
  if (!isThere) throw new StatusError(404, 'no such bucket')
}

interface S3Options {
  /** Time for one call with its repetitions, in ms. */
  readonly limitMs?: number | undefined
}

export function s3Bucket(
  settings: S3Settings,
  onFailure: (failure: S3Failure) => void,
  { limitMs = standardLimitMs }: S3Options = {},
): S3Bucket {
  const { prefix } = settings
  const send = sender(settings, onFailure, limitMs)
  const pathOf = (key: string) => `/${prefix}${key}`

  const page = (query: Record<string, string>): Promise<Listing> => {
    const search = new URLSearchParams({ 'list-type': '2', ...query })
    return send({ method: 'GET', path: `?${search.toString()}` }, async (answer) => {
      needBucket(answer.ok)
      return readListing(await answer.text(), prefix.length)
    })
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

  return {
    put: (key, bytes) => {
      const sum = createHash('sha256').update(bytes).digest('hex')
      const init = { body: bytes as NonNullable<RequestInit['body']>, headers: { 'x-amz-content-sha256': sum } }
      return send({ method: 'PUT', path: pathOf(key), init }, async (answer) => needBucket(await isFound(answer)))
    },
    get: (key, range) => {
      const init = range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}
      // The limit ends with the head of the answer: a slow reader may take longer for the rest.
      return send({ method: 'GET', path: pathOf(key), init }, async (answer) => {
        if (!answer.ok) return void (await isFound(answer))
        return answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([])
      })
    },
    bytes: (key) =>
      send({ method: 'GET', path: pathOf(key) }, async (answer) =>
        answer.ok ? Buffer.from(await answer.arrayBuffer()) : void (await isFound(answer)),
      ),
    size: (key) =>
      send({ method: 'HEAD', path: pathOf(key) }, async (answer) =>
        (await isFound(answer)) ? Number(answer.headers.get('content-length') ?? 0) : undefined,
      ),
    remove: (key) => send({ method: 'DELETE', path: pathOf(key) }, async (answer) => void (await isFound(answer))),
    list: async (under) => (await pages({ prefix: prefix + under })).flatMap(({ objects }) => objects),
    folders: async (under) => (await pages({ prefix: prefix + under, delimiter: '/' })).flatMap(({ folders }) => folders),
    ready: () =>
      send({ method: 'HEAD', path: '', withinMs: readyWithinMs }, async (answer) => needBucket(await isFound(answer))).then(
        () => true,
        () => false,
      ),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error.message
}
