import { Dexie, type Table } from 'dexie'
import type { Link } from '../../../contract/rules/chainHeader.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { AuthoredDraft } from '../drafts/keepAuthored.ts'
import type { OfflineMedia } from '../media/offlineMedia.ts'
import type { Readiness } from '../queries/readiness.ts'
import { moveMetaRows } from './moveMetaRows.ts'

// On localhost Dexie turns debug mode on (promise traces, console output). Keep it off everywhere.
Dexie.debug = false

/**
 * Owner of a row: `u:<uid>` a user, `k:<uid>` a kiosk, `p:` the anonymous owner (a public link). Part of
 * every key.
 */
export type Owner = string
export const anonymousOwner: Owner = 'p:'

/**
 * Version of the rows that this app version writes. A row with a higher version belongs to a newer app: it is
 * left unchanged until that app runs again.
 */
export const rowVersion = 1

/**
 * Version of rows that are sealed for the server (sealSave.ts). Older app versions skip them; this version
 * reads those that it can decrypt.
 */
export const sealedVersion = 2

export type OpState = 'queued' | 'sending' | 'parked' | 'conflict'

/** Why the last attempt failed. A refusal keeps the server's own message. */
export interface OpError {
  kind: 'offline' | 'captive' | 'unknown' | 'busy' | 'session' | 'actor' | 'conflict' | 'refused' | 'file'
  code?: string | undefined
  message?: string | undefined
  at: number
  /** The server requested this pause (Retry-After). */
  asked?: true | undefined
  /** For a conflict: the server's record, its revision, and the fields that both sides changed. */
  current?: Model | undefined
  rev?: number | undefined
  fields?: string[] | undefined
  /** By field: who changed it last on the server, and when (ISO 8601). */
  changed?: Record<string, { by?: string | undefined; at: string }> | undefined
}

/**
 * A save that the server has not confirmed. Its content never changes after the first send: the id is bound
 * to the content.
 */
export interface OpRow {
  seq: number
  v: number
  opId: string
  owner: Owner
  /** Deduplication key: identical pending saves share it, so a double tap is one save. */
  dedupe: string
  /** For example `POST /api/data/*`. */
  kind: string
  method: string
  url: string
  path: string
  /** Saves of one stream are sent one after the other, in the order of `seq`. */
  stream: string
  /**
   * Number of earlier saves that this one replaces in its place. The server requires each replacement to be
   * later than the one before.
   */
  place?: number | undefined
  body: Record<string, unknown>
  payloadHash: string
  blobIds: string[]
  initHash?: string | undefined
  baseRev?: number | undefined
  parentOpId?: string | undefined
  /** Number of answers that the server does not have the parent, although it confirmed it. */
  parentMissing?: number | undefined
  state: OpState
  attempts: number
  /** Earliest time of the next attempt (device clock, ms). */
  nextAt: number
  /** Until then its author can take a discard back (device clock, ms): a connection does not end this pause. */
  heldUntil?: number | undefined
  /** Token of the worker that holds the lease. An answer to another worker changes nothing. */
  token?: string | undefined
  leaseUntil?: number | undefined
  lastError?: OpError | undefined
  clientAt: string
  skewMs: number
  appVersion: string
  title?: string | undefined
  /**
   * `body` is an envelope for the server; title and form are in an envelope of their own (`about`). `local`:
   * both content keys, encrypted with the key of this log-in, for the author only.
   */
  sealed?: { about: string; local?: string | undefined } | undefined
  /** What Edit needs to open the form again: its path, its address, and the key of the draft. */
  form?: { path: string; initHash: string; address?: string | undefined; formVersion?: string | undefined } | undefined
  /** Link in this device's audit chain (addLink.ts). It is sent with the save, from any device. */
  chain?: Link | undefined
}

export type BlobState = 'local' | 'uploading' | 'up'

/**
 * A file that the server has not confirmed as part of a record. Its bytes are in table `bytes`, so a progress
 * update does not rewrite them.
 */
export interface BlobRow {
  id: string
  v: number
  owner: Owner
  opId: string
  draftId: string
  sha256: string
  size: number
  type: string
  filename: string
  state: BlobState
  /** Bytes that the server has confirmed. */
  offset: number
  at: number
  /**
   * The stored bytes are an envelope of `size` bytes for the server; name and type are in an envelope of
   * their own (`about`).
   */
  sealed?: { size: number; about: string; local?: string | undefined } | undefined
}

export interface BytesRow {
  id: string
  /** ArrayBuffer below 2 MB (WebKit has lost Blobs in IndexedDB), Blob above. */
  bytes: ArrayBuffer | Blob
}

export interface DraftRow {
  owner: Owner
  path: string
  initHash: string
  v: number
  body: Model
  blobIds: string[]
  formVersion?: string | undefined
  title?: string | undefined
  address?: string | undefined
  /** The path of the record that a new form will create; set if the draft's path ends in `:new`. */
  recordPath?: string | undefined
  /** Index of the page of the form that the person was on. */
  page?: number | undefined
  /** The refused save that this draft corrects. The new save replaces it in its place in the queue. */
  supersedes?: string | undefined
  updatedAt: number
  /** Server time at that moment, as estimated by the device. */
  serverAt: number
  /** The owner has logged out of this shared device: body and title are in this envelope. */
  sealed?: { id: string; envelope: string } | undefined
}

export interface ShelfRow extends DraftRow {
  id: number
  /**
   * expired: older than 24 h; changed: the form's initial data has changed; replaced: a refused save was
   * opened in its place; afresh: the user chose to start over; partly: the form has changed, and not all
   * answers fit it.
   */
  reason: 'expired' | 'changed' | 'replaced' | 'afresh' | 'partly'
  shelvedAt: number
}

/** What a save says of its record. */
export interface Made {
  /** When the person saved it, by the clock of the server, ms. */
  at: number
  /** The day (yyyy-MM-dd) that its answer `date` names. */
  day?: string | undefined
  /** `adds`: it is the first save of its record. `removes`: it deletes the record. `other`: a change, a comment, a file. */
  effect: 'adds' | 'removes' | 'other'
}

export interface ReceiptRow {
  opId: string
  v: number
  owner: Owner
  path: string
  title?: string | undefined
  outcome: 'sent' | 'superseded' | 'discarded'
  rev?: number | undefined
  /** The server's answer, or `{ by }` with the opId of the save that replaced this one. */
  answer?: Record<string, unknown> | undefined
  clientAt: string
  /** What the save said of its record (outbox/madeBy.ts); absent in receipts of earlier versions. */
  made?: Made | undefined
  at: number
  /** The user has seen the notification of this answer. */
  told?: boolean | undefined
}

/**
 * Tombstone of a discarded save: the server must learn of it, so that a request in flight cannot be applied
 * later.
 */
export interface CancelRow {
  opId: string
  owner: Owner
  stream: string
  at: number
  /** The save's link, so that the audit chain has no gap. */
  chain?: string | undefined
  /** The correction in its place, and its own answers: the correction becomes a change of it if the server had applied it. */
  by?: string
  was?: unknown
}

export interface ScreenRow {
  owner: Owner
  url: string
  v: number
  data: unknown
  etag?: string | undefined
  /** Increases when the content changes; the same number means the same content. */
  version: number
  fetchedAt: number
  /** The server's refusal of the last request (not found, not allowed); cleared by the next answer. */
  refused?: { code: string; message: string } | undefined
}

export interface RecordCopy {
  owner: Owner
  path: string
  v: number
  rev: number
  /**
   * The last revision with all changes of other users in `model`. Set if it differs from `rev`: the server
   * may have merged an own save with changes of others.
   */
  seen?: number | undefined
  model: Model
  fetchedAt: number
}

export interface PrincipalRow {
  owner: Owner
  /**
   * ok: the server accepted the last request; expired: it answered 401; otherPerson: the browser has a
   * session of another user.
   */
  session: 'ok' | 'expired' | 'otherPerson'
  /** The session ended because the account is disabled. */
  disabled?: true
  at: number
}

/** A single value of the device, for example its id. Kinds with a row per owner or address have a table. */
export interface MetaRow {
  key: string
  value: unknown
}

/** A server token that may still send this user's saves after the log-out (encryption/grantOf.ts). */
export interface GrantRow {
  owner: Owner
  /** Empty if the grant has ended. */
  token: string
  /** The server does not know yet that this user has logged out here. */
  left?: Left | undefined
  /** The server knows that this user has logged out here. */
  gone?: boolean | undefined
}

/**
 * `opIds`: the saves that waited at log-out; absent if they could not be listed or are too many. `done`: no
 * save waits any more.
 */
export interface Left {
  readonly opIds?: readonly string[] | undefined
  readonly done?: true | undefined
}

/** Decrypts the sealed saves of a user until the log-out (encryption/sealSave.ts). */
export interface UnlockKeyRow {
  owner: Owner
  key: CryptoKey
}

/** Last sign of the worker that holds the lock of an owner's outbox, device clock. */
export interface HeartbeatRow {
  owner: Owner
  at: number
}

/** The last event of the change stream that this device has handled. */
export interface CursorRow {
  owner: Owner
  id: string
}

export interface ReadinessRow extends Readiness {
  owner: Owner
}

export interface TranslationsRow {
  owner: Owner
  lang: string
  /** By their English text. */
  texts: Readonly<Record<string, string>>
}

export interface AuthoredRow extends AuthoredDraft {
  owner: Owner
  /** Absent in rows that the upgrade moved, until this version changes them (adoptMetaRows.ts). */
  v?: number | undefined
}

/** Unsaved text of a screen (drafts/saveScratchText.ts). */
export interface TypedRow {
  owner: Owner
  /** As in AuthoredRow. */
  v?: number | undefined
  kind: string
  place: string
  value: unknown
}

export interface ProgressRow {
  owner: Owner
  uri: string
  v: number
  value: unknown
  dirty: number
}

export interface UnprocessedRow {
  id: number
  owner: Owner
  filename: string
  reason: string
  size: number
  type: string
  bytes: ArrayBuffer | Blob
  at: number
}

/** Saves that the device lost (storage cleared or damaged). Shown until a user has read the report. */
export interface LossRow {
  id: number
  owner: Owner
  opIds: string[]
  /** The record of each lost save, by opId. Absent in older rows. */
  paths?: Record<string, string> | undefined
  count: number
  from: string
  to: string
  at: number
  /** 1 once the server was asked which of the saves it has. */
  checked: 0 | 1
}

export interface QuarantineRow {
  id: number
  owner: Owner
  table: string
  row: unknown
  reason: string
  at: number
}

/** One save with its draft key, written where a blocked main database cannot stop it. */
export interface SpillRow {
  n: number
  opId: string
  owner: Owner
  op: Omit<OpRow, 'seq'>
  draft?: { path: string; initHash: string } | undefined
  /** Shared files of which its files are copies: only the page that made the copies knows. */
  shared?: string[] | undefined
  at: number
}

export interface DatabaseOptions {
  name?: string
  /** Another IndexedDB implementation (tests). */
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}

/**
 * The main database. Strict durability: a finished transaction is on disk, not only in a system cache
 * (sync.md §0.5). Schema versions only add: older and newer versions of the app write here at the same time.
 */
export class MusterDb extends Dexie {
  declare readonly meta: Table<MetaRow, string>
  declare readonly principals: Table<PrincipalRow, string>
  declare readonly screens: Table<ScreenRow, [Owner, string]>
  declare readonly records: Table<RecordCopy, [Owner, string]>
  declare readonly drafts: Table<DraftRow, [Owner, string, string]>
  declare readonly shelf: Table<ShelfRow, number, Omit<ShelfRow, 'id'>>
  declare readonly outbox: Table<OpRow, number, Omit<OpRow, 'seq'> & { seq?: number }>
  declare readonly blobs: Table<BlobRow, string>
  declare readonly bytes: Table<BytesRow, string>
  declare readonly receipts: Table<ReceiptRow, string>
  declare readonly cancels: Table<CancelRow, string>
  declare readonly progress: Table<ProgressRow, [Owner, string]>
  declare readonly unprocessed: Table<UnprocessedRow, number, Omit<UnprocessedRow, 'id'>>
  declare readonly losses: Table<LossRow, number, Omit<LossRow, 'id'>>
  declare readonly quarantine: Table<QuarantineRow, number, Omit<QuarantineRow, 'id'>>
  declare readonly grants: Table<GrantRow, Owner>
  declare readonly unlockKeys: Table<UnlockKeyRow, Owner>
  declare readonly heartbeats: Table<HeartbeatRow, Owner>
  declare readonly cursors: Table<CursorRow, Owner>
  declare readonly readiness: Table<ReadinessRow, Owner>
  declare readonly keptMedia: Table<OfflineMedia, string>
  declare readonly translations: Table<TranslationsRow, [Owner, string]>
  declare readonly authored: Table<AuthoredRow, [Owner, string]>
  declare readonly typed: Table<TypedRow, [Owner, string, string]>

  constructor({ name = 'muster', ...dependencies }: DatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...dependencies })
    this.version(1).stores({
      meta: 'key',
      principals: 'owner',
      screens: '[owner+url], fetchedAt',
      records: '[owner+path]',
      drafts: '[owner+path+initHash], [owner+path]',
      shelf: '++id, owner, [owner+path]',
      outbox: '++seq, &opId, &dedupe, [owner+seq], [owner+stream+seq], [owner+state]',
      blobs: 'id, opId, draftId',
      bytes: 'id',
      receipts: 'opId, [owner+at], at',
      cancels: 'opId, owner',
      progress: '[owner+uri]',
      unprocessed: '++id, owner',
      losses: '++id',
      quarantine: '++id, owner',
    })
    this.version(2)
      .stores({
        grants: 'owner',
        unlockKeys: 'owner',
        heartbeats: 'owner',
        cursors: 'owner',
        readiness: 'owner',
        keptMedia: 'url',
        translations: '[owner+lang]',
        authored: '[owner+form]',
        typed: '[owner+kind+place]',
      })
      .upgrade(moveMetaRows)
  }
}

/**
 * Fallback store for saves while the main database hangs or fails: a frozen tab does not block another
 * database (sync.md §0.6).
 */
export class SpillDb extends Dexie {
  declare readonly ops: Table<SpillRow, number, Omit<SpillRow, 'n'>>

  constructor({ name = 'muster-spill', ...dependencies }: DatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...dependencies })
    this.version(1).stores({ ops: '++n, &opId, owner' })
  }
}
