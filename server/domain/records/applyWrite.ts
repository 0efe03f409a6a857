import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type ErrorCode, Refused } from '../../../contract/Refused.ts'
import { withOwnFileLinks } from '../../../contract/rules/fileLink.ts'
import { merge, overlay } from '../../../contract/rules/merge.ts'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import { privateSpace } from '../../../contract/endpoints/projects.ts'
import type { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { autoFeed, type Feed, type Model, RecordSave, SaveAnswer } from '../../../contract/endpoints/records.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { Storage } from '../../storage/storage.ts'
import { callSaveRecord, type SaveQuestion } from '../../storage/callSaveRecord.ts'
import { withTrace } from '../../storage/withTrace.ts'
import { changedUnseen, lastChanges } from './lastChanges.ts'
import { placesOf } from './placesOf.ts'
import { workedOutAgain } from './workedOutAgain.ts'
import { digestOf, filesNamedIn, onlyAllowed, refuseTooLarge, storable } from './model.ts'
import { anonymous, type Person } from './person.ts'
import {
  forbidden,
  noSuchForm,
  type Policies,
  policies,
  policyFor,
  refuseResting,
  restingForm,
  signInFirst,
  type WriteRule,
} from './policies.ts'
import { answerOfReceipt, receiptDays } from './reconcileOps.ts'
import { checkWriteHeaders, type WriteHeaders } from './writeHeaders.ts'
import { text } from '../../i18n/text.ts'

export interface WriteRequest {
  readonly method: 'POST' | 'PATCH'
  /** The path of the record, without a leading slash. */
  readonly path: string
  readonly headers: WriteHeaders
  /** A RecordSave. Other bodies are refused. */
  readonly body: unknown
  /** `body` has been parsed as a RecordSave. */
  readonly isParsed?: boolean | undefined
  /** The person of the session. */
  readonly person: Person | undefined
  /** Names of the actions that this save may run (rpc, saveRpc). */
  readonly actions?: ReadonlySet<string> | undefined
  /** Names of actions that the form had when the save was made. They are accepted but not run. */
  readonly formerActions?: ReadonlySet<string> | undefined
  /** The form that `jobs` and `actions` were made from. Absent: any version. */
  readonly form?: { readonly version: string; readonly team: string } | undefined
  /** Further jobs that the save adds, one of each kind. */
  readonly jobs?: readonly { readonly kind: string; readonly payload: Record<string, unknown> }[] | undefined
  readonly now?: Date | undefined
  readonly policies?: Policies | undefined
}

export interface WriteAnswer {
  readonly status: number
  readonly body: SaveAnswer
  /** The operation had been applied before: `idempotency-replayed: true`. */
  readonly replayed: boolean
}

/** The form was published or moved since the caller read it. Nothing was stored. */
export class FormChanged extends Error {}

/** Seconds for `retry-after`: these refusals are temporary. */
export const retryAfter: Partial<Record<ErrorCode, number>> = {
  in_progress: 1,
  parent_missing: 2,
  upload_missing: 2,
  QUOTA_DAY: 900,
  QUOTA_FULL: 900,
}

/**
 * The write contract (sync.md §2): applies the operation exactly once, in any order, however often and
 * concurrently it arrives. Record, receipt, feed entry, jobs and change number are stored together or not at
 * all. Throws Refused, or FormChanged for a form that is not `request.form`; both store nothing.
 */
export async function applyWrite(storage: Storage, request: WriteRequest): Promise<WriteAnswer> {
  const headers = checkWriteHeaders(request.headers)
  checkActor(headers.actor, request.person)
  let operation: Operation
  try {
    operation = admit(request)
  } catch (error) {
    // An applied operation stays applied: a device that lost the response gets it again, even if the same
    // save would be refused today.
    const known = error instanceof Refused ? await storedAnswer(storage.db, request) : undefined
    if (known) return known
    throw error
  }
  const first = await storeOnce(storage, operation)
  const seen = first.outcome === 'forbidden' ? await storePrivately(storage, operation) : first
  if (seen.outcome === 'known') return replay(seen.receipt, headers.actor, operation.digest)
  if (seen.outcome !== 'applied') throw refusalOf(seen, request.person)
  if (operation.jobs.length > 0) storage.jobSignal.notify()
  return { status: 200, body: seen.body, replayed: false }
}

/** The error for a save that was not stored. */
function refusalOf(seen: Unstored, person: Person | undefined): Error {
  switch (seen.outcome) {
    case 'no_form':
      return noSuchForm()
    case 'form_changed':
      return new FormChanged()
    case 'forbidden':
      return person ? forbidden() : signInFirst()
    case 'parent_missing':
      return new Refused(425, 'parent_missing', text('An earlier save of this record has not arrived yet.'))
    case 'out_of_order':
      return new Refused(422, 'out_of_order', text('A later save of this record from the same device is already stored.'))
    case 'upload_missing':
      return new Refused(425, 'upload_missing', text('A file of this record has not arrived yet.'), { details: fileDetail(seen.file) })
    case 'upload_mismatch':
      return new Refused(422, 'upload_mismatch', text('A file of this record arrived with different contents.'), {
        details: fileDetail(seen.file),
      })
  }
}

const fileDetail = (id: string) => [{ path: 'files', message: id }]

/** A write that has passed all checks that do not depend on the record. */
interface Operation {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly headers: WriteHeaders
  readonly digest: string
  readonly rule: WriteRule
  /** uid of the signed-in person. */
  readonly uid: string | undefined
  readonly payload: Model
  readonly base: Model | undefined
  readonly attributes: readonly string[] | undefined
  readonly clientAt: string | null
  readonly correctedAt: string
  readonly files: readonly { id: string; sha256?: string; size?: number }[]
  readonly feed: Feed | undefined
  readonly form: WriteRequest['form']
  readonly jobs: readonly { kind: string; key: string; payload: Readonly<Record<string, unknown>> }[]
}

type Seen = { outcome: 'applied'; body: SaveAnswer } | { outcome: 'known'; receipt: Receipt } | Unstored | Moved
type Unstored =
  | { outcome: 'no_form' | 'form_changed' | 'forbidden' | 'parent_missing' | 'out_of_order' }
  | { outcome: 'upload_missing' | 'upload_mismatch'; file: string }
interface Moved {
  outcome: 'moved'
  rev: number
  model: Model
  parentRev: number | null
  role: TeamRole | null
  createdBy: string
  createdDevice: string
}
const Receipt = z.object({
  actor: z.string(),
  status: z.enum(['applied', 'cancelled']),
  payload_sha256: z.nullable(z.string()),
  http_status: z.number(),
  body: SaveAnswer,
})
type Receipt = z.infer<typeof Receipt>

function checkActor(actor: string, person: Person | undefined) {
  if (person ? actor === person.uid : actor === anonymous) return
  // The session has ended: the operation waits until the person signs in.
  if (!person) throw signInFirst()
  throw new Refused(403, 'actor_mismatch', text('The person who is signed in here did not make this save.'))
}

function admit(request: WriteRequest): Operation {
  const { method, path, headers, now = new Date() } = request
  const { device } = headers
  const { policy, segments } = policyFor(path, request.policies ?? policies)
  const body = readBody(request)
  const correctedAt = correctedTimeOf(body)
  if (correctedAt && correctedAt < subDays(new UTCDateMini(now), receiptDays)) {
    throw new Refused(
      410,
      'too_old',
      text('This save is older than {receiptDays} days. The server no longer knows whether it was applied.'),
      {
        values: { receiptDays },
      },
    )
  }
  refuseRestingKiosk(request.person, correctedAt ?? now)
  refuseUnknownActions(body, request)
  refuseTooLarge(body.payload, body.base ?? undefined)
  const rule = policy.write(segments, { person: request.person, device })
  const wrong = rule.check?.(body.payload) ?? []
  if (wrong.length > 0) throw new Refused(400, 'INVALID', text('This record is not valid at this address.'), { details: [...wrong] })
  const feed = feedOf(body, method, rule)
  return {
    method,
    path,
    headers,
    digest: digestOf(method, path, body),
    rule,
    uid: request.person?.uid,
    payload: withOwnFileLinks(body.payload),
    base: body.base ?? undefined,
    attributes: intersection(body.allowedAttributes, rule.attributes),
    clientAt: body.clientAt === undefined ? null : new Date(body.clientAt).toISOString(),
    // A program that names no time saves now.
    correctedAt: (correctedAt ?? now).toISOString(),
    files: filesOf(body),
    feed,
    form: request.form,
    jobs: jobsOf(request, body, feed),
  }
}

/**
 * Refuses a save that a kiosk made after its bot was archived or deleted. Another bot may fill the form now, so
 * the form itself would take it.
 */
function refuseRestingKiosk(person: Person | undefined, at: Date): void {
  if (at.getTime() > (person?.kiosk?.rests ?? Number.POSITIVE_INFINITY)) throw restingForm()
}

/** What the server does after the save: its feed entry, its actions, and the jobs of the caller. */
function jobsOf({ path, headers, actions, jobs = [] }: WriteRequest, body: RecordSave, feed: Feed | undefined): Operation['jobs'] {
  const { opId, actor, device } = headers
  const all: Operation['jobs'][number][] = []
  const add = (kind: string, as: string, payload: Record<string, unknown>) =>
    all.push({ kind, key: `${opId}:${as}`, payload: withTrace(payload) })
  for (const { kind, payload } of jobs) add(kind, kind, payload)
  const about = { opId, path, actor, device }
  // Only people have a number: no other save needs a job for its text.
  if (feed?.sms && actor !== anonymous && !isKioskActor(actor)) add('feed', 'feed', { ...about, feed })
  for (const at of ['saveRpc', 'rpc'] as const) {
    const name = body[at]
    if (name !== undefined && actions?.has(name)) add('rpc', at, { ...about, name })
  }
  return all
}

/** Device time of the save, corrected by the offset of the device clock. */
const correctedTimeOf = ({ clientAt, skewMs = 0 }: RecordSave): Date | null =>
  clientAt === undefined ? null : new Date(Date.parse(clientAt) + skewMs)

function refuseUnknownActions({ rpc, saveRpc }: RecordSave, { actions, formerActions }: WriteRequest): void {
  for (const action of [rpc, saveRpc]) {
    if (action === undefined || actions?.has(action) || formerActions?.has(action)) continue
    throw new Refused(400, 'INVALID', text('The save asks for an action that does not exist or that its form does not name.'), {
      details: [{ path: 'rpc', message: 'expected an action that the published form names in its save button' }],
    })
  }
}

/** The files that the save lists, and those that the payload names and the base does not. */
function filesOf({ files: named = [], base, payload }: RecordSave): Operation['files'] {
  const inPayload = filesNamedIn(payload)
  if (inPayload.size === 0) return named
  const before = filesNamedIn(base)
  const listed = new Set(named.map(({ id }) => id))
  const unlisted = [...inPayload].filter((id) => !before.has(id) && !listed.has(id))
  return [...named, ...unlisted.map((id) => ({ id }))]
}

function readBody({ body, isParsed }: Pick<WriteRequest, 'body' | 'isParsed'>): RecordSave {
  const read = isParsed ? { success: true as const, data: body as RecordSave } : z.safeParse(RecordSave, body)
  const problems = read.success
    ? timeProblems(read.data)
    : read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  if (!read.success || problems.length > 0) throw new Refused(400, 'INVALID', text('The save is not valid.'), { details: problems })
  return storable(read.data, '', -1)
}

function timeProblems({ clientAt, skewMs }: RecordSave) {
  if (clientAt === undefined) return []
  const at = Date.parse(clientAt)
  const isTime = (value: number) => value > Date.UTC(1970, 0) && value < Date.UTC(9999, 0)
  return isTime(at) && isTime(at + (skewMs ?? 0)) ? [] : [{ path: 'clientAt', message: 'expected a time (ISO 8601)' }]
}

/** A removal and a patch write no feed entry by default. */
function feedOf({ feed, payload }: RecordSave, method: string, rule: WriteRule): Feed | undefined {
  if (feed !== undefined) return feed || undefined
  return rule.autoFeed && method === 'POST' && payload['deleted'] !== true ? autoFeed : undefined
}

function intersection(asked: readonly string[] | undefined, granted: readonly string[] | undefined): readonly string[] | undefined {
  if (!asked || !granted) return asked ?? granted
  const wanted = new Set(asked)
  return granted.filter((name) => wanted.has(name))
}

const optimisticTurns = 3
const mostTries = 6

async function storeOnce(storage: Storage, operation: Operation): Promise<Exclude<Seen, Moved>> {
  for (let attempt = 0; attempt < mostTries; attempt++) {
    try {
      // Usually there is no concurrent write. After two failed attempts the row is locked during the merge.
      const seen =
        attempt < 2
          ? await settle(storage.db, (question) => storage.saveRecord(question), operation)
          : await storage.transaction((tx) => settle(tx, (question) => callSaveRecord(tx, question), operation))
      if (seen) return seen
    } catch (error) {
      const state = sqlState(error)
      refuseResting(state)
      if (state === undefined || !begunAgain.has(state)) throw error
      if (waitedTooLong.has(state)) break
    }
  }
  throw new Refused(409, 'in_progress', text('The same save, or another one of this record, is being stored right now.'))
}

const FormTeamRow = z.object({ team: z.string() })

/** Stores a save to the form of a private bot, for its owner. Everyone else stays forbidden. */
async function storePrivately(storage: Storage, operation: Operation): Promise<Exclude<Seen, Moved>> {
  const { rule, uid } = operation
  if (uid === undefined || !('form' in rule.access)) return { outcome: 'forbidden' }
  const [form] = await rows(storage.db, FormTeamRow, sql`select team from forms where key = ${rule.access.form}`)
  if (form?.team !== privateSpace(uid)) return { outcome: 'forbidden' }
  const own: WriteRule = { ...rule, access: { tenant: form.team }, mayUpdate: () => true, mayDelete: () => true }
  return storeOnce(storage, { ...operation, rule: own })
}

/**
 * Everybody with the link may fill an open form of a private bot, so save_record() knows no role; its owner may
 * correct and remove what they have filled.
 */
async function ownerOfPrivateForm(db: Database | Transaction, { rule, uid }: Operation): Promise<'Owner' | undefined> {
  if (uid === undefined || !('form' in rule.access)) return undefined
  const [form] = await rows(db, FormTeamRow, sql`select team from forms where key = ${rule.access.form}`)
  return form?.team === privateSpace(uid) ? 'Owner' : undefined
}

const waitedTooLong = new Set(['55P03', '40P01', '40001'])
/** MU001: another transaction with this operation or this new record was faster (see save_record). */
const begunAgain = new Set(['MU001', ...waitedTooLong])

type Save = (question: SaveQuestion) => Promise<Seen>

/** Stores the operation on the current record. Returns undefined if the record kept changing. */
async function settle(db: Database | Transaction, save: Save, operation: Operation): Promise<Exclude<Seen, Moved> | undefined> {
  let onto = startsRecord(operation) ? { rev: 0, model: newModel(operation) } : undefined
  for (let turn = 0; turn < optimisticTurns; turn++) {
    const seen = await save(questionOf(operation, onto))
    if (seen.outcome !== 'moved') return seen
    onto = { rev: seen.rev, model: seen.rev === 0 ? newModel(operation) : await mergedModel(db, operation, seen) }
  }
  return undefined
}

const startsRecord = ({ headers }: Operation) => !headers.baseRev && headers.parentOp === undefined

function questionOf(operation: Operation, onto: { rev: number; model: Model } | undefined): SaveQuestion {
  const { headers, path, rule, uid, digest, clientAt, correctedAt, files, feed, form, jobs } = operation
  const { opId: op, actor, device, seq, parentOp: parent } = headers
  const about = { op, actor, device, seq, parent, path, sha: digest, uid, ...rule.access, clientAt, correctedAt, files, feed, jobs }
  return { ...about, version: form?.version, team: form?.team, expected: onto?.rev, model: onto?.model }
}

/** Returns the record as the person intended it. */
function intended({ method, base, payload }: Operation): Model {
  return method === 'POST' || !base ? payload : overlay(base, payload)
}

function newModel(operation: Operation): Model {
  const mine = intended(operation)
  const model = operation.attributes ? onlyAllowed({}, mine, operation.attributes) : mine
  refuseTooLarge(model)
  return model
}

const isDeleted = (model: Model): boolean => model['deleted'] === true

/**
 * Merges the changes of the person into the current record. Throws Refused if they may not change it, or if a
 * person has to decide.
 */
async function mergedModel(db: Database | Transaction, operation: Operation, current: Moved): Promise<Model> {
  const { rule, headers, path, uid, attributes, base = {} } = operation
  const role = current.role ?? (await ownerOfPrivateForm(db, operation))
  if (!rule.mayUpdate(current, role)) throw new Refused(403, 'FORBIDDEN', text('You may not change this record.'))
  const wanted = intended(operation)
  const mine = attributes ? onlyAllowed(base, wanted, attributes) : wanted
  const saver = { path, actor: headers.actor, device: headers.device, seen: headers.baseRev }
  // If only this person changed the record since they saw it, nothing of other people is overwritten.
  const unseenChanges = await changedUnseen(db, saver, current)
  const places = unseenChanges ? await placesOf(db, path) : undefined
  const { model: merged, conflicts, overlaps } = merge(path, base, mine, current.model, places)
  const model = places ? workedOutAgain(merged, places.calculations, places.attributes) : merged
  const removes = isDeleted(model) && !isDeleted(current.model)
  if (removes && !rule.mayDelete(current, role)) throw new Refused(403, 'FORBIDDEN', text('You may not remove this record.'))
  const goneMeanwhile = [current.model, model].every(isDeleted) && ![base, mine].some(isDeleted)
  const fields = goneMeanwhile ? ['deleted', ...conflicts] : conflicts
  if (unseenChanges && fields.length > 0) {
    const asked = goneMeanwhile ? [{ place: ['deleted'] }, ...overlaps] : overlaps
    throw new Refused(409, 'conflict', text('Another person changed the same answers in the meantime.'), {
      current: current.model,
      rev: current.rev,
      fields: [...fields],
      changed: await lastChanges(db, saver, current, asked, uid !== undefined),
    })
  }
  refuseTooLarge(model, current.model)
  return model
}

async function storedAnswer(db: Database, request: WriteRequest): Promise<WriteAnswer | undefined> {
  const body = z.safeParse(RecordSave, request.body)
  if (!body.success) return undefined
  const [receipt] = await rows(
    db,
    Receipt,
    sql`select actor, status, payload_sha256, http_status, ${answerOfReceipt} as body from receipts where op_id = ${request.headers.opId}`,
  )
  if (!receipt || receipt.status !== 'applied') return undefined
  return replay(receipt, request.headers.actor, digestOf(request.method, request.path, storable(body.data, '', -1)))
}

function replay(receipt: Receipt, actor: string, digest: string): WriteAnswer {
  if (receipt.actor !== actor) throw new Refused(422, 'key_reused', text('This key belongs to another save.'))
  if (receipt.status === 'cancelled') throw new Refused(410, 'cancelled', text('This save was discarded.'))
  if (receipt.payload_sha256 !== digest) throw new Refused(422, 'key_reused', text('This key belongs to another save.'))
  return { status: receipt.http_status, body: receipt.body, replayed: true }
}
