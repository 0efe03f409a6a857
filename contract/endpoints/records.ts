import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Lost } from './losses.ts'

/** 20 alphanumerics (spec/1 §9): ids of records, operations, files. */
export const idPattern = /^[A-Za-z0-9]{20}$/
export const Id = z.string().check(z.regex(idPattern, 'expected 20 letters and digits'))

/**
 * The path of a record, without a leading slash: `forms/hazard-report/6Y…` (segments of letters, digits and
 * `._@+-`, none of dots alone).
 */
export const recordPathPattern = /^(?!\.+(?:\/|$))[A-Za-z0-9._@+-]+(?:\/(?!\.+(?:\/|$))[A-Za-z0-9._@+-]+)*$/
export const RecordPath = z
  .string()
  .check(z.maxLength(400), z.regex(recordPathPattern, 'expected segments of letters, digits and . _ @ + - joined by /'))

export const Model = z.record(z.string(), z.unknown())
export type Model = z.output<typeof Model>

/**
 * Maximum number of attribute names in one record, at all levels, and maximum bytes of its JSON. The largest
 * forms in use have a tenth of each.
 */
export const mostNames = 20_000
export const mostRecordBytes = 2 * 1024 * 1024

/** Maximum characters of a message. */
export const longestMessage = 10_000

/** A message that a save adds to the activity feed of its record (spec/1 §7). */
export const Feed = z.object({
  type: z.enum(['message', 'notification']),
  input: z.optional(z.string()),
  sms: z.optional(z.boolean()),
  text: z.string().check(z.maxLength(longestMessage)),
})
export type Feed = z.output<typeof Feed>

/** The automatic feed message of a save, unless its setting changes or disables it (spec/1 §7). */
export const autoFeed: Feed = { type: 'message', input: 'http', sms: true, text: 'Thanks I have captured those form changes.' }

/**
 * The body of a save (spec/1 §7, sync.md §2). `payload` is the edited record. `base` is the record before the
 * edit: the server applies only the leaves that differ from it, and refuses a leaf that another person
 * changed meanwhile (409 `conflict`). Without `base`, every leaf of `payload` is a change against an empty
 * record. `files` lists every upload that the payload refers to; each must be confirmed first (else 425
 * `upload_missing`).
 */
export const RecordSave = z.object({
  payload: Model,
  base: z.optional(z.nullable(Model)),
  feed: z.optional(z.union([Feed, z.literal(false)])),
  rpc: z.optional(z.string()),
  saveRpc: z.optional(z.string()),
  allowedAttributes: z.optional(z.array(z.string())),
  files: z.optional(z.array(z.object({ id: Id, sha256: z.string(), size: z.number() }))),
  /** Device time of the save (ISO 8601) and the clock offset in ms (server minus device). */
  clientAt: z.optional(z.string()),
  skewMs: z.optional(z.number()),
})
export type RecordSave = z.output<typeof RecordSave>

/** What the app does after an action or a save (spec/1 §4.9). */
export const Return = z.object({
  returnUrl: z.optional(z.string()),
  returnUrlDelay: z.optional(z.number()),
  returnMessage: z.optional(z.string()),
  notification: z.optional(z.string()),
})
export type Return = z.output<typeof Return>

export const SaveAnswer = z.extend(Return, {
  opId: z.string(),
  path: z.string(),
  rev: z.number(),
  error: z.optional(z.union([z.string(), z.object({ code: z.string(), message: z.string() })])),
})
export type SaveAnswer = z.output<typeof SaveAnswer>

/**
 * Headers of every write (sync.md §2); names in lower case.
 * `idempotency-key` is the opId; `x-seq` the increasing number of the device; `if-match` the base revision in
 * quotes ("0" for a new record); `x-parent-op` names an op of this device that must be applied first;
 * `x-chain` is the save's link in the device's audit chain (chain.ts). Every JSON answer has `x-app: 1` and
 * echoes the opId.
 */
export const writeHeaders = {
  key: 'idempotency-key',
  actor: 'x-actor',
  device: 'x-device',
  seq: 'x-seq',
  base: 'if-match',
  parent: 'x-parent-op',
  chain: 'x-chain',
  replayed: 'idempotency-replayed',
  app: 'x-app',
} as const

const At = z.object({ '*': RecordPath })

export const saveRecord = endpoint({
  method: 'POST',
  path: '/api/data/*',
  whenOffline: 'queued',
  access: 'link',
  params: At,
  body: RecordSave,
  answer: SaveAnswer,
})

/** Changes only the attributes in `payload`. */
export const patchRecord = endpoint({
  method: 'PATCH',
  path: '/api/data/*',
  whenOffline: 'queued',
  access: 'link',
  params: At,
  body: RecordSave,
  answer: SaveAnswer,
})

export const RecordRow = z.object({
  path: z.string(),
  rev: z.number(),
  model: Model,
  createdBy: z.string(),
  updatedBy: z.string(),
  /**
   * ISO 8601, the server's clock. `clientAt` is the device's clock, `correctedAt` the device's clock
   * corrected by its skew.
   */
  createdAt: z.string(),
  updatedAt: z.string(),
  clientAt: z.optional(z.string()),
  correctedAt: z.optional(z.string()),
})
export type RecordRow = z.output<typeof RecordRow>

export const getRecord = endpoint({
  method: 'GET',
  path: '/api/data/*',
  whenOffline: 'cached',
  access: 'signedIn',
  params: At,
  answer: RecordRow,
})

/**
 * Records under a path, newest first, at most `limit` (default 50, at most 200); `cursor` is `next` of the
 * previous page.
 */
export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/*',
  whenOffline: 'cached',
  access: 'signedIn',
  params: At,
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  answer: z.object({ records: z.array(RecordRow), next: z.optional(z.string()) }),
})

/**
 * One message of a record's activity feed. `n` counts from 1 per record; `sms`: the product's own answer to
 * the person who saved, sent as a text message.
 */
export const FeedEntry = z.object({
  n: z.number(),
  opId: z.string(),
  type: z.string(),
  text: z.string(),
  sms: z.boolean(),
  actor: z.string(),
  /** The name of the actor; absent for a person without an account. */
  name: z.optional(z.string()),
  /** ISO 8601, the server's clock. */
  at: z.string(),
})
export type FeedEntry = z.output<typeof FeedEntry>

/**
 * The activity feed of a record, newest first, for people who can read the record; `limit` and `cursor` as
 * for listRecords.
 */
export const getFeed = endpoint({
  method: 'GET',
  path: '/api/feed/*',
  whenOffline: 'cached',
  access: 'signedIn',
  params: At,
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  answer: z.object({ entries: z.array(FeedEntry), next: z.optional(z.string()) }),
})

/** Adds a message of this person to the activity feed of an existing record. Does not change the record. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/feed/*',
  whenOffline: 'queued',
  access: 'link',
  params: At,
  body: z.object({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestMessage)),
    clientAt: z.optional(z.string()),
    skewMs: z.optional(z.number()),
  }),
  answer: SaveAnswer,
})

/**
 * Returns which of these ops the server has applied, for a device that was restored, imported or offline for
 * long. `lost`: the device does not have them any more. The server logs those that it does not have either as
 * lost (losses.ts).
 */
export const reconcileOutbox = endpoint({
  method: 'POST',
  path: '/api/outbox:reconcile',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({ opIds: z.array(Id).check(z.maxLength(500)), lost: z.optional(Lost) }),
  answer: z.object({ applied: z.array(SaveAnswer), cancelled: z.array(z.string()) }),
})

/**
 * Writes a tombstone, so that a discarded op with a request in flight cannot be applied later. `applied`: it
 * already was.
 */
export const cancelOp = endpoint({
  method: 'POST',
  path: '/api/outbox/:opId:cancel',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ opId: Id }),
  answer: z.object({ opId: z.string(), cancelled: z.boolean(), applied: z.boolean() }),
})
