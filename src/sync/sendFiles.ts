import type { BlobRow } from '../store/db/MusterDb.ts'
import { type Claim, fileProgress, filesToSend } from '../store/outbox/claim.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { classify, type Verdict } from './classify.ts'
import type { Context } from './context.ts'
import { headerNames, receiptAddress, uploadChunk, uploadsPath } from './headerNames.ts'
import type { WireAnswer } from './send.ts'

/** Lower limit of the chunk size, bytes: a 413 answer halves the chunk. */
const smallestChunk = 16 * 1024

/** Status of a chunk whose checksum is wrong (tus 1.0). */
const wrongChecksum = 460

/**
 * ready: the server has every file. lost: another worker has taken over the save. missing: the device does
 * not have all bytes.
 */
export type FilesVerdict = { kind: 'ready' } | { kind: 'lost' } | { kind: 'missing' } | Exclude<Verdict, { kind: 'done' }>

/**
 * Uploads the files of a save, one after the other, before the save itself. Uses tus 1.0: an interruption
 * loses at most the current chunk, also across reloads, because the upload resumes at the server's offset. A
 * file counts as uploaded only when its receipt has its SHA-256.
 */
export async function sendFiles(context: Context, op: Claim): Promise<FilesVerdict> {
  for (const blob of await filesToSend(context.store, op)) {
    const verdict = await sendFile(context, op, blob)
    if (verdict.kind !== 'ready') return verdict
  }
  return { kind: 'ready' }
}

/** Returns undefined if the device does not have the bytes. */
async function bytesOf(store: Store, id: string): Promise<Blob | undefined> {
  const row = await withReopen(store, () => store.db.bytes.get(id))
  return row && (row.bytes instanceof Blob ? row.bytes : new Blob([row.bytes]))
}

/**
 * Answers after which the server is asked for its offset again: another worker has continued the upload (409),
 * it is gone (404, 410), or its checksum is wrong.
 */
const resyncStatuses = [409, 404, 410, wrongChecksum]

async function sendFile(context: Context, op: Claim, blob: BlobRow): Promise<FilesVerdict> {
  const { store } = context
  const address = `${uploadsPath}/${blob.id}`
  const bytes = await bytesOf(store, blob.id)
  if (!bytes) return { kind: 'missing' }
  const length = lengthOf(blob)
  let chunk = uploadChunk
  // The server discards a file with a wrong checksum, and the upload starts over. After three attempts the
  // save is retried later, like after a busy answer.
  for (let tries = 0; tries < 3; tries++) {
    const begun = await begin(context, op, blob, address)
    if (typeof begun !== 'number') return begun
    let offset = begun
    let wrong = false
    while (offset < length) {
      if (!(await fileProgress(store, op, blob.id, { state: 'uploading', offset }))) return { kind: 'lost' }
      const end = Math.min(offset + chunk, length)
      const answer = await request(context, op, 'PATCH', address, {
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: bytes.slice(offset, end),
      })
      await store.at('files.chunk')
      if (isOurs(answer)) {
        const { status } = answer
        const next = offsetIn(answer, length)
        if (status === 204 && next > offset) {
          offset = next
          continue
        }
        if (status === 413 && chunk > smallestChunk) {
          chunk = Math.max(smallestChunk, Math.floor(chunk / 2))
          continue
        }
        if (resyncStatuses.includes(status)) {
          wrong = status === wrongChecksum
          break
        }
      }
      return troubleOf(answer, context)
    }
    await store.at('files.complete')
    if (wrong) {
      if (!(await fileProgress(store, op, blob.id, { state: 'local', offset: 0 }))) return { kind: 'lost' }
      continue
    }
    const confirmed = await confirm(context, op, blob)
    if (confirmed === 'absent') continue
    return confirmed
  }
  return { kind: 'busy' }
}

/**
 * Returns the server's offset of this file; creates the upload if there is none. Creating it twice gives the
 * same upload.
 */
async function begin(context: Context, op: Claim, blob: BlobRow, address: string): Promise<number | FilesVerdict> {
  const length = lengthOf(blob)
  const { sealed } = blob
  if (blob.state === 'uploading') {
    const answer = await request(context, op, 'HEAD', address, {})
    if (!isOurs(answer)) return troubleOf(answer, context)
    const offset = offsetIn(answer, length)
    const same = Number(answer.header('upload-length') ?? length) === length
    if (answer.status < 300 && same && offset >= 0) return offset
    const trouble = troubleOf(answer, context)
    // A HEAD answer has no body with a reason. The POST tells whether the file belongs to the anonymous owner
    // or to another session. An upload that started before the device became shared (or stopped being shared)
    // starts over.
    if (same && trouble.kind !== 'refused') return trouble
  }
  const answer = await request(context, op, 'POST', uploadsPath, {
    headers: {
      'upload-length': String(length),
      'upload-metadata': metadata({
        id: blob.id,
        sha256: blob.sha256,
        ...(sealed ? { sealed: String(blob.size), about: sealed.about } : { filename: blob.filename, type: blob.type }),
      }),
    },
  })
  await context.store.at('files.created')
  if (isOurs(answer) && answer.status >= 200 && answer.status < 300) {
    blob.state = 'uploading'
    return Math.max(0, offsetIn(answer, length))
  }
  return troubleOf(answer, context)
}

/** Number of bytes to send. */
const lengthOf = ({ size, sealed }: BlobRow) => sealed?.size ?? size

/** Checks the receipt: size and SHA-256 must match the device's values. */
async function confirm(context: Context, op: Claim, blob: BlobRow): Promise<FilesVerdict | 'absent'> {
  const answer = await request(context, op, 'GET', receiptAddress(blob.id), {})
  if (answer.kind === 'answer' && answer.status === 404 && answer.header(headerNames.app) === '1') return 'absent'
  const verdict = classify(answer, context.store.now())
  if (verdict.kind !== 'done') return verdict
  const { id, size, sha256 } = verdict.body
  if (id !== blob.id || size !== blob.size || sha256 !== blob.sha256) return { kind: 'unknown' }
  const noted = await fileProgress(context.store, op, blob.id, { state: 'up', offset: lengthOf(blob) })
  await context.store.at('files.confirmed')
  return { kind: noted ? 'ready' : 'lost' }
}

type Came = Extract<WireAnswer, { kind: 'answer' }>

/** tus answers have no JSON body; the protocol's own header identifies our server as well as x-app does. */
const isOurs = (answer: WireAnswer): answer is Came =>
  answer.kind === 'answer' && !answer.redirected && (answer.header(headerNames.app) === '1' || answer.header('tus-resumable') === '1.0.0')

/** The server's offset in an upload of this length; -1 if the answer says none, or an impossible one. */
function offsetIn(answer: Came, length: number): number {
  const offset = Number(answer.header('upload-offset') ?? -1)
  return offset >= 0 && offset <= length ? offset : -1
}

function troubleOf(answer: WireAnswer, context: Context): FilesVerdict {
  const verdict = classify(answer, context.store.now())
  return verdict.kind === 'done' ? { kind: 'unknown' } : verdict
}

function request(
  context: Context,
  op: Claim,
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Blob },
): Promise<WireAnswer> {
  const all = { ...context.actorHeaders(op.owner), ...(url.startsWith(uploadsPath) && { 'tus-resumable': '1.0.0' }), ...headers }
  return context.send({ method, url, headers: all, body, anonymous: context.anonymous(op.owner), timeout: 60_000, signal: context.signal })
}

/** `key base64(value)`, UTF-8, joined by commas (tus 1.0, Upload-Metadata). */
function metadata(values: Record<string, string>): string {
  const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  return Object.entries(values)
    .map(([key, value]) => (value === '' ? key : `${key} ${base64(value)}`))
    .join(',')
}
