import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addHours } from 'date-fns/addHours'
import { fromUnixTime } from 'date-fns/fromUnixTime'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { sealedName, sealOverhead } from '../../../contract/endpoints/sealing.ts'
import { maxFileSize, type UploadReceipt } from '../../../contract/endpoints/uploads.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits, overLimit } from '../limits/limits.ts'
import { addressName, noteArrived, takeLooseRoom } from './takeLooseRoom.ts'
import { checkQuota, takeQuota } from './storageQuotas.ts'
import { anonymous } from '../records/person.ts'
import { ownerOf } from '../sealing/unsealedBody.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Days that an unfinished upload, or a file without a record, is kept. */
export const uploadDays = 30
/**
 * The same without an account: the form follows its photos at once, and a device sends deleted ones again.
 */
const looseDays = 3
/** The same before the first byte, in hours. */
const emptyHours = 1

export interface Uploader {
  readonly person: Person | undefined
  readonly device: string
  readonly address: string
  /** The grant that the device uses, if it uses one. */
  readonly grant?: { readonly id: string } | undefined
}

export const UploadRow = z.object({
  id: z.string(),
  path: z.nullable(z.string()),
  size: z.number(),
  /** Number of bytes sent, if the upload is encrypted. */
  sealedSize: z.nullable(z.number()),
  sha256: z.string(),
  type: z.string(),
  filename: z.string(),
  complete: z.boolean(),
  /** Bytes that have arrived and survive a power cut, while the upload is incomplete: the acknowledged ones. */
  counted: z.number(),
  createdBy: z.string(),
  createdDevice: z.nullable(z.string()),
  /** Expiry of an incomplete upload, as an HTTP date. */
  expires: z.string(),
})
export type UploadRow = Readonly<z.infer<typeof UploadRow>>

const StoredUpload = z.extend(z.omit(UploadRow, { expires: true, sealedSize: true }), {
  began: z.number(),
  sealed: z.nullable(z.number()),
})

export async function uploadRow(app: App, id: string): Promise<UploadRow | undefined> {
  if (!idPattern.test(id)) return undefined
  const [row] = await rows(
    app.storage.db,
    StoredUpload,
    sql`select id, path, size::float8 as size, sealed_size::float8 as sealed, sha256, type, filename, complete, created_by as "createdBy", created_device as "createdDevice",
          extract(epoch from created_at)::float8 as began, arrived::float8 as counted
        from files where id = ${id}`,
  )
  if (!row) return undefined
  const { sealed, ...rest } = row
  const hours = Number(row.counted) === 0 ? emptyHours : (row.createdBy === anonymous ? looseDays : uploadDays) * 24
  return {
    ...rest,
    size: Number(row.size),
    counted: Number(row.counted),
    sealedSize: sealed === null ? null : Number(sealed),
    expires: addHours(fromUnixTime(Number(row.began)), hours).toUTCString(),
  }
}

/**
 * The upload of a signed-in person is available on all their devices. An anonymous upload belongs to the
 * device that started it.
 */
export function ownsUpload(row: UploadRow, { person, device }: Pick<Uploader, 'person' | 'device'>): boolean {
  if (row.createdBy !== anonymous) return row.createdBy === person?.uid
  return person === undefined && device !== '' && row.createdDevice === device
}

/** The parsed `Upload-Metadata` and `Upload-Length` of a creation. */
export interface UploadWish {
  readonly id: string
  readonly sha256: string
  readonly filename: string
  readonly type: string
  /** Size of the file itself. */
  readonly size: number
  /** Size of the envelope, if the upload is encrypted. */
  readonly sealedSize?: number | undefined
}

/**
 * Parses the headers of a creation. An encrypted file has its own size in `sealed`, and name and type in
 * `about` (an envelope, see contract/endpoints/sealing.ts), which `opened` decrypts.
 * @throws Refused INVALID, TOO_LARGE
 */
export function readWish(
  length: string | undefined,
  metadata: string | undefined,
  opened: (envelope: Buffer, id: string) => Buffer | undefined = () => undefined,
): UploadWish {
  const values = valuesIn(metadata ?? '')
  const travels = countOf(length)
  const inside = values.get('sealed')
  const size = inside === undefined ? travels : countOf(inside)
  const id = values.get('id') ?? ''
  const about = values.get('about')
  const { filename = values.get('filename') ?? '', type = values.get('type') ?? '' } =
    about === undefined ? {} : nameIn(opened(Buffer.from(about, 'base64url'), sealedName(id)))
  const wish = {
    id,
    sha256: (values.get('sha256') ?? '').toLowerCase(),
    filename: fileName(filename),
    type: mediaType(type),
    size: size ?? 0,
    ...(inside !== undefined && { sealedSize: travels }),
  }
  const details = faultsIn(wish, { travels, isSealed: inside !== undefined })
  if (details.length > 0) throw new Refused(400, 'INVALID', text('That upload could not be understood.'), { details })
  if (wish.size > maxFileSize) throw new Refused(413, 'TOO_LARGE', text('A file can be at most 25 MB.'))
  return wish
}

/** Returns the decoded values of `Upload-Metadata` by key. */
function valuesIn(metadata: string): ReadonlyMap<string, string> {
  return new Map(
    metadata.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ')
      return [key, Buffer.from(value, 'base64').toString('utf8')] as const
    }),
  )
}

/** Returns the faults of a creation. `travels`: the announced number of bytes. */
function faultsIn(wish: UploadWish, { travels, isSealed }: { travels: number | undefined; isSealed: boolean }) {
  return [
    ...(travels === undefined ? [{ path: 'Upload-Length', message: 'expected the number of bytes' }] : []),
    ...(isSealed && travels !== wish.size + sealOverhead
      ? [{ path: 'Upload-Metadata.sealed', message: `expected the size of the file, ${sealOverhead} bytes less than what travels` }]
      : []),
    ...(idPattern.test(wish.id) ? [] : [{ path: 'Upload-Metadata.id', message: 'expected 20 letters and digits' }]),
    ...(/^[0-9a-f]{64}$/.test(wish.sha256) ? [] : [{ path: 'Upload-Metadata.sha256', message: 'expected 64 hexadecimal digits' }]),
  ]
}

const countOf = (text: string | undefined) => (/^\d{1,12}$/.test(text ?? '') ? Number(text) : undefined)

function nameIn(opened: Buffer | undefined): { filename?: string; type?: string } {
  try {
    const { filename, type } = JSON.parse(opened?.toString() ?? '{}') as { filename?: unknown; type?: unknown }
    return { filename: String(filename ?? ''), type: String(type ?? '') }
  } catch {
    return {}
  }
}

/** Returns the number of bytes sent for this upload. */
export const lengthOf = (row: Pick<UploadRow, 'size' | 'sealedSize'>): number => row.sealedSize ?? row.size

/**
 * Returns a safe file name: no folders, no control characters, and nothing that a download dialog could
 * misread.
 */
export function fileName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}"\\/:*?<>|]+/gu, '_').trim()
  return plain.slice(0, 200) || 'file'
}

export const mediaType = (type: string) => (/^[a-z]+\/[a-z0-9.+-]{1,80}$/i.test(type) ? type.toLowerCase() : 'application/octet-stream')

/**
 * Stores an upload before its first byte. Idempotent: `arrived` is the number of bytes received, or undefined if
 * the protocol has to create the file. Throws Refused.
 */
export async function beginUpload(
  app: App,
  uploader: Uploader,
  wish: UploadWish,
): Promise<{ row: UploadRow; arrived: number | undefined }> {
  if (uploader.person) await checkQuota(app, uploader.person, wish)
  else await checkLooseRoom(app, uploader)
  const isNew = await insertUpload(app, uploader, wish)
  if (uploader.grant && isNew && (await isOverGrant(app, uploader.grant.id, wish))) {
    await app.storage.db.execute(sql`delete from files where id = ${wish.id} and not complete and path is null`)
    throw new Refused(
      403,
      'FORBIDDEN',
      text('After a sign-out a device may send only a limited number of files. Sign in here to send the rest.'),
    )
  }
  let row = await ownUpload(app, uploader, wish.id)
  if (row.size !== wish.size || row.sha256 !== wish.sha256) {
    throw new Refused(409, 'upload_mismatch', text('An upload with this id has other bytes.'))
  }
  const length = wish.sealedSize ?? wish.size
  if (row.complete) return { row, arrived: length }
  if (lengthOf(row) !== length) {
    // The device has become a shared device or is no longer one: bytes in the other form are useless.
    await app.files.drop(row.id)
    await app.storage.db.execute(
      sql`update files set sealed_size = ${wish.sealedSize ?? null}, arrived = 0 where id = ${row.id} and not complete`,
    )
    row = { ...row, sealedSize: wish.sealedSize ?? null, counted: 0 }
  }
  const arrived = isNew ? undefined : await arrivedOf(app, row)
  if (arrived === 'mismatch') return beginUpload(app, uploader, wish)
  return { row, arrived }
}

/**
 * Bytes of an incomplete upload that its device need not send again; undefined if there are none. Bytes from before the
 * start of this server count only if they were acknowledged. Also makes the check that a server has missed when it
 * was stopped after the last byte, or between the check and its note in the database. `mismatch`: the upload is gone.
 */
export async function arrivedOf(app: App, row: UploadRow): Promise<number | 'mismatch' | undefined> {
  const length = lengthOf(row)
  await app.files.dropUncounted(row.id, row.counted)
  const arrived = await app.files.arrived(row.id)
  if (arrived !== undefined && arrived !== length) return arrived
  const outcome = await finishUpload(app, row.id)
  if (outcome === 'absent') {
    if (arrived === undefined) await countAgain(app, row)
    return undefined
  }
  return outcome === 'whole' ? length : outcome
}

/** The bytes are gone, for example with the folder of a restored database: what comes now is counted from the start. */
async function countAgain(app: App, { id, counted }: UploadRow): Promise<void> {
  if (counted > 0)
    await app.storage.db.execute(sql`update files set arrived = 0 where id = ${id} and not complete and arrived = ${counted}`)
}

/** Throws Refused if this address may not start another upload without an account. */
async function checkLooseRoom(app: App, uploader: Uploader): Promise<void> {
  if (uploader.device === '') throw new Refused(400, 'INVALID', text('x-device is missing.'))
  await countAgainst(app, limits.anonymousUploads, addressGroup(uploader.address))
  // At least one byte: a client without room must not start an upload.
  const end = await takeLooseRoom(app, uploader, 1, { fresh: true })
  end()
}

/** Returns false if there is an upload with this id already. */
async function insertUpload(app: App, uploader: Uploader, wish: UploadWish): Promise<boolean> {
  const from = uploader.person ? null : addressName(app, uploader.address)
  const createdBy = uploader.person?.uid ?? anonymous
  const begun = await rows(
    app.storage.db,
    sql`insert into files (id, size, sha256, type, filename, created_by, created_device, created_address, sealed_size)
        values (${wish.id}, ${wish.size}, ${wish.sha256}, ${wish.type}, ${wish.filename}, ${createdBy}, ${uploader.device || null}, ${from}, ${wish.sealedSize ?? null})
        on conflict do nothing returning id`,
  )
  return begun.length > 0
}

/**
 * Checks and counts bytes that are about to arrive. Returns how to end the count: call it once the database knows
 * the bytes.
 * @throws Refused QUOTA_DAY, QUOTA_FULL, UNAVAILABLE
 */
export const takeRoom = (app: App, uploader: Uploader, bytes: number): Promise<() => void> =>
  uploader.person ? takeQuota(app, uploader.person, bytes) : takeLooseRoom(app, uploader, bytes)

/** Counts a new upload against its grant. A grant names operations, not files, so their number and size have bounds. */
async function isOverGrant(app: App, grant: string, { size, sealedSize = size }: UploadWish): Promise<boolean> {
  const files = await overLimit(app, limits.grantUploads, grant)
  const kilobytes = await overLimit(app, limits.grantKilobytes, grant, Math.ceil(sealedSize / 1024))
  return files > 0 || kilobytes > 0
}

/** @throws Refused NOT_FOUND, also for uploads of others */
export async function ownUpload(app: App, uploader: Pick<Uploader, 'person' | 'device'>, id: string): Promise<UploadRow> {
  const row = await uploadRow(app, id)
  if (!row || !ownsUpload(row, uploader)) throw new Refused(404, 'NOT_FOUND', text('There is no such upload.'))
  return row
}

const finishingOf = new WeakMap<App, Map<string, Promise<'whole' | 'mismatch' | 'absent'>>>()

/**
 * Checks an upload after its last byte, moves it into place, then marks it as complete. Each step is flushed
 * before the next, so a receipt is given only for bytes that survive a power cut. Deletes the bytes and the
 * row if they do not match.
 */
export function finishUpload(app: App, id: string): Promise<'whole' | 'mismatch' | 'absent'> {
  const finishing = finishingOf.get(app) ?? new Map<string, Promise<'whole' | 'mismatch' | 'absent'>>()
  finishingOf.set(app, finishing)
  const under = finishing.get(id)
  if (under) return under
  const work = (async () => {
    const row = await uploadRow(app, id)
    if (!row) return 'absent'
    if (row.complete) return 'whole'
    await app.files.dropUncounted(id, row.counted)
    const of = { id, owner: ownerOf(row.createdBy) }
    const sealed = row.sealedSize === null ? undefined : { size: row.sealedSize, open: (bytes: Buffer) => app.seals.open(bytes, of) }
    const outcome = await app.files.finish(id, { size: row.size, sha256: row.sha256, sealed })
    if (outcome === 'whole') await app.storage.db.execute(sql`update files set complete = true, completed_at = now() where id = ${id}`)
    if (outcome === 'mismatch') await app.storage.db.execute(sql`delete from files where id = ${id} and not complete`)
    return outcome
  })().finally(() => finishing.delete(id))
  finishing.set(id, work)
  // Its request may end before it, with the connection; the caller gets its error.
  app.later(work.catch(() => undefined))
  return work
}

/** Stores a complete file from a request. Idempotent. */
export async function takeUpload(app: App, uploader: Uploader, wish: UploadWish, bytes: Uint8Array): Promise<void> {
  const { arrived } = await beginUpload(app, uploader, wish)
  if (arrived === wish.size) return
  const end = await takeRoom(app, uploader, wish.size)
  try {
    await app.files.put(wish.id, bytes)
    const outcome = await finishUpload(app, wish.id)
    if (outcome !== 'whole') throw new Error(`a file that came whole is ${outcome}`)
    await app.files.drop(wish.id)
  } finally {
    end()
  }
}

/** Deletes an upload that the person removed before a record referred to it. */
export async function dropUpload(app: App, uploader: Uploader, id: string): Promise<void> {
  await ownUpload(app, uploader, id)
  if (!(await deleteUnused(app, id))) throw new Refused(403, 'FORBIDDEN', text('A record uses this file.'))
}

export async function uploadReceipt(app: App, uploader: Pick<Uploader, 'person' | 'device'>, id: string): Promise<UploadReceipt> {
  const row = await ownUpload(app, uploader, id)
  // The process may have stopped between the last byte and its check.
  if (!row.complete && (await finishUpload(app, id)) !== 'whole') {
    throw new Refused(404, 'NOT_FOUND', text('The file has not arrived completely.'))
  }
  return { id: row.id, size: row.size, sha256: row.sha256 }
}

/** Number of uploads that are deleted per query. */
const dropAtOnce = 500

/** Deletes old uploads, complete or not, that no record refers to. Returns the number of deleted uploads. */
export async function dropOldUploads(app: App): Promise<number> {
  if (!(await app.filesOwner.isOurs())) return 0
  let dropped = 0
  for (let some = dropAtOnce; some === dropAtOnce; dropped += some) some = await dropSome(app)
  return dropped
}

const DroppedRow = z.object({ id: z.string(), empty: z.boolean() })

async function dropSome(app: App): Promise<number> {
  const over = (days: number) => sql`coalesce(completed_at, created_at) < now() - make_interval(days => ${days})`
  const old = await rows(
    app.storage.db,
    DroppedRow,
    sql`select id, not (${over(uploadDays)} or (created_by = ${anonymous} and ${over(looseDays)})) as empty from files
        where path is null and (
          ${over(uploadDays)} or (created_by = ${anonymous} and ${over(looseDays)})
          or (not complete and arrived = 0 and created_at < now() - make_interval(hours => ${emptyHours}))) limit ${dropAtOnce}`,
  )
  let dropped = 0
  for (const { id, empty } of old) {
    if (empty) await app.files.dropUncounted(id, 0)
    // The first bytes are arriving right now.
    if (empty && ((await app.files.arrived(id)) ?? 0) > 0) await noteArrived(app, id)
    else if (await deleteUnused(app, id)) dropped++
  }
  return dropped
}

/** Deletes an upload and its bytes unless a record refers to it. Returns whether it did. */
async function deleteUnused(app: App, id: string): Promise<boolean> {
  // Before the row: without an answer of the store nothing is deleted.
  const isOurs = await app.filesOwner.isOurs()
  const gone = await rows(app.storage.db, sql`delete from files where id = ${id} and path is null returning id`)
  if (gone.length === 0) return false
  await app.files.drop(id)
  if (isOurs) await app.files.remove(id)
  return true
}

/** One cleanup round covers 1/24 of the folders of files. Rounds are an hour apart. */
const orphanParts = 24
const nextOrphanPart = new WeakMap<App, number>()

const IdRow = z.object({ id: z.string() })

/**
 * Deletes bytes without an upload row: a process may crash between the two deletions. After `parts` rounds
 * all folders are covered. Returns the number of deleted files.
 */
export async function dropOrphans(app: App, parts = orphanParts): Promise<number> {
  if (!(await app.filesOwner.isOurs())) return 0
  const part = nextOrphanPart.get(app) ?? 0
  nextOrphanPart.set(app, part + 1)
  const before = subDays(new UTCDateMini(), uploadDays)
  const ids = await app.files.older(before, part % parts, parts)
  let dropped = part % parts === 0 ? await dropLeftovers(app, before) : 0
  for (let at = 0; at < ids.length; at += dropAtOnce) {
    const some = ids.slice(at, at + dropAtOnce)
    const known = new Set((await rows(app.storage.db, IdRow, sql`select id from files where id in ${some}`)).map(({ id }) => id))
    for (const id of some.filter((one) => !known.has(one))) {
      await app.files.remove(id)
      dropped++
    }
  }
  return dropped
}

/** Deletes leftovers of arriving files, if the upload is complete or gone. Returns the number of deleted ones. */
async function dropLeftovers(app: App, before: Date): Promise<number> {
  const ids = await app.files.leftovers(before)
  let dropped = 0
  for (let at = 0; at < ids.length; at += dropAtOnce) {
    const some = ids.slice(at, at + dropAtOnce)
    const unfinished = await rows(app.storage.db, IdRow, sql`select id from files where id in ${some} and not complete`)
    const kept = new Set(unfinished.map(({ id }) => id))
    for (const id of some.filter((one) => !kept.has(one))) {
      await app.files.drop(id)
      dropped++
    }
  }
  return dropped
}
