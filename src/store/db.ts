import { Dexie, type Table } from 'dexie'
import type { Link } from '../../contract/chainLink.ts'
import type { Model } from '../../contract/records.ts'

// On the own machine Dexie would trace every promise and talk in the console, as it does nowhere else.
Dexie.debug = false

/** Who a row belongs to: `u:<uid>` a signed-in person, `k:<uid>` a kiosk, `p:` nobody signed in (a public link). Part of every key. */
export type Owner = string
export const nobody: Owner = 'p:'

/** The form of rows that this version writes. Rows with a higher number are a newer version's: left alone until it is back. */
export const rowVersion = 1

/** Of rows that are sealed for the server (sealed.ts): the versions before leave them alone, this one reads them as far as they can be read. */
export const sealedVersion = 2

export type OpState = 'queued' | 'sending' | 'parked' | 'conflict'

/** Why the last try did not succeed; a refusal keeps the server's own words. */
export interface OpError {
  kind: 'offline' | 'captive' | 'unknown' | 'busy' | 'session' | 'actor' | 'conflict' | 'refused' | 'file'
  code?: string | undefined
  message?: string | undefined
  at: number
  /** The server named the pause that follows. */
  asked?: true | undefined
  /** conflict: the record as it is on the server, its revision, the fields that both sides changed. */
  current?: Model | undefined
  rev?: number | undefined
  fields?: string[] | undefined
  /** By field: who changed it last on the server, and when (ISO 8601). */
  changed?: Record<string, { by?: string | undefined; at: string }> | undefined
}

/** One save that the server has not confirmed. Never changed in what it says once it was sent: its id is bound to its content. */
export interface OpRow {
  seq: number
  v: number
  opId: string
  owner: Owner
  /** Equal pending saves share it: a double tap is one save. */
  dedupe: string
  /** `POST /api/data/*` */
  kind: string
  method: string
  url: string
  path: string
  /** Saves of one stream are sent one after the other, in the order of seq. */
  stream: string
  /** How many corrected saves have taken this place before: the server's order guard wants each to be later than the one it replaces. */
  place?: number | undefined
  body: Record<string, unknown>
  payloadHash: string
  blobIds: string[]
  initHash?: string | undefined
  baseRev?: number | undefined
  parentOpId?: string | undefined
  state: OpState
  attempts: number
  /** Not before this time (device clock, ms). */
  nextAt: number
  /** Who sends it now; a late answer of somebody else changes nothing. */
  token?: string | undefined
  leaseUntil?: number | undefined
  lastError?: OpError | undefined
  clientAt: string
  skewMs: number
  appVersion: string
  title?: string | undefined
  /**
   * The body is an envelope for the server; title and form are in one of their own (`about`). `local`: both keys under the key of this log-in, for
   * its person alone.
   */
  sealed?: { about: string; local?: string | undefined } | undefined
  /** What Edit needs to open the form again: where it is, and the draft's key. */
  form?: { path: string; initHash: string; address?: string | undefined; formVersion?: string | undefined } | undefined
  /** Its link in this device's chain of saves (chain.ts); goes with it wherever it is sent from. */
  chain?: Link | undefined
}

export type BlobState = 'local' | 'uploading' | 'up'

/** A file that the server has not confirmed as part of a record. Its bytes are in `bytes`, so that progress never rewrites them. */
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
  /** Its bytes here are an envelope of `size` for the server; name and type are in one of their own (`about`). */
  sealed?: { size: number; about: string; local?: string | undefined } | undefined
}

export interface BytesRow {
  id: string
  /** ArrayBuffer below 2 MB (WebKit has lost Blobs kept in IndexedDB), Blob above. */
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
  /** The record that a new form will become, when its path ends in `:new`. */
  recordPath?: string | undefined
  /** The refused save that this draft mends; saving replaces it in its place of the queue. */
  supersedes?: string | undefined
  updatedAt: number
  /** The server's clock at that moment, as far as the device knew it. */
  serverAt: number
  /** Its person has left this shared device: body and title are in here. */
  sealed?: { id: string; envelope: string } | undefined
}

export interface ShelfRow extends DraftRow {
  id: number
  /**
   * expired: older than 24 h; changed: the data under it is another; replaced: a refused save was opened in its place; afresh: its person started
   * over; partly: the form has changed, and had no place for all of it.
   */
  reason: 'expired' | 'changed' | 'replaced' | 'afresh' | 'partly'
  shelvedAt: number
}

export interface ReceiptRow {
  opId: string
  v: number
  owner: Owner
  path: string
  title?: string | undefined
  outcome: 'sent' | 'superseded' | 'discarded'
  rev?: number | undefined
  /** The server's answer, or `{ by }` with the save that took its place. */
  answer?: Record<string, unknown> | undefined
  clientAt: string
  at: number
  /** The person has seen the notification of this answer. */
  told?: boolean | undefined
}

/** The server must still be told that this save was discarded, so that a request under way can't land later. */
export interface CancelRow {
  opId: string
  owner: Owner
  stream: string
  at: number
  /** Its link, so that the chain has no hole where it was. */
  chain?: string | undefined
}

export interface ScreenRow {
  owner: Owner
  url: string
  v: number
  data: unknown
  etag?: string | undefined
  /** Grows when the content changes; the same number is the same content. */
  version: number
  fetchedAt: number
  /** The server's refusal of the last try (not found, not allowed); cleared by the next answer. */
  refused?: { code: string; message: string } | undefined
}

export interface RecordCopy {
  owner: Owner
  path: string
  v: number
  rev: number
  /** The last revision whose changes by others `model` surely holds, where that is not `rev`: an own save may have been merged with some. */
  seen?: number | undefined
  model: Model
  fetchedAt: number
}

export interface PrincipalRow {
  owner: Owner
  /** ok: the server took our last request; expired: it answered 401; otherPerson: somebody else's session is in the browser. */
  session: 'ok' | 'expired' | 'otherPerson'
  at: number
}

export interface MetaRow {
  key: string
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

/** Work that the device had and lost (storage cleared or damaged). Shown until a person has read it. */
export interface LossRow {
  id: number
  owner: Owner
  opIds: string[]
  /** By operation, the record that it was about; absent from before that was remembered. */
  paths?: Record<string, string> | undefined
  count: number
  from: string
  to: string
  at: number
  /** The server was asked which of them it has after all. */
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

/** One save with its files, written where a stalled main database can't block it. */
export interface SpillRow {
  n: number
  opId: string
  owner: Owner
  op: Omit<OpRow, 'seq'>
  draft?: { path: string; initHash: string } | undefined
  at: number
}

export interface DatabaseOptions {
  name?: string
  /** Another IndexedDB than the browser's (tests). */
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}

/**
 * Everything the device keeps. Strict durability: a finished transaction is on the disk, not only in a cache of the system (sync.md §0.5).
 * Versions only ever add: older and newer versions of the app write here at the same time.
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
  }
}

/** Where a save goes while the main database hangs or fails: another database is not blocked by a frozen tab (sync.md §0.6). */
export class SpillDb extends Dexie {
  declare readonly ops: Table<SpillRow, number, Omit<SpillRow, 'n'>>

  constructor({ name = 'muster-spill', ...dependencies }: DatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...dependencies })
    this.version(1).stores({ ops: '++n, &opId, owner' })
  }
}
