import type { Model } from '../../../contract/endpoints/records.ts'
import { isDue, longestPause } from '../../lib/backoffDelay.ts'
import { newId } from '../../lib/newId.ts'
import { type BlobState, type OpError, type OpRow, type Owner, rowVersion } from '../db/MusterDb.ts'
import { goesByGrant } from '../encryption/grantOf.ts'
import { overlay } from '../db/overlay.ts'
import type { EndedPauses } from './EndedPauses.ts'
import type { Followers } from './followers.ts'
import { madeBy } from './madeBy.ts'
import { readOp } from '../db/readOp.ts'
import { allOf } from '../quota/freeSpace.ts'
import { type Store, withReopen } from '../db/store.ts'

/** Duration of a lease without a heartbeat, ms. */
export const lease = 60_000

/** A save that this worker may send until its lease ends. */
export interface Claim extends OpRow {
  token: string
  /** opId of the previous own save, if the server has it. */
  parentSent?: string | undefined
  /** The revision that the save is based on, as far as the device knows. */
  onRev?: number | undefined
  /** The next save of the record, claimed together with this one (followers.ts). */
  next?: Claim | undefined
}

export interface ClaimOptions {
  /** Name of this worker; part of its tokens. */
  worker: string
  limit: number
  /** Streams that this worker is sending. */
  busy: ReadonlySet<string>
  /**
   * Sends for a logged-out user: saves that need a decision of the user, or that a grant does not allow, are
   * left waiting.
   */
  byGrant?: boolean | undefined
  pauses?: Pick<EndedPauses, 'isOver' | 'noteTried'> | undefined
  followers?: Followers | undefined
  /**
   * `first` of the previous claim. The scan begins there: for older rows, which are deleted, the index keeps entries that
   * the database reads one by one.
   */
  from?: number | undefined
}

export interface Claimed {
  claims: Claim[]
  /** When the next waiting row is due (device clock, ms); undefined if no row waits only for time. */
  nextAt: number | undefined
  /** `seq` of the oldest row; undefined if there is none. */
  first?: number | undefined
}

const page = 32

/** Most rows that a claim takes, with the followers. */
const mostTaken = 28

/** Number of answers "parent missing" after which a save is sent without its parent. */
const parentTries = 10

export const withFollowers = (op: Claim): Claim[] => (op.next ? [op, ...withFollowers(op.next)] : [op])

/**
 * Claims the oldest due saves in one transaction: at most one per record, and its followers. A save that cannot be sent
 * yet blocks the later saves of its record only. Rows that this version cannot read go to the quarantine.
 */
export async function claim(store: Store, owner: Owner, options: ClaimOptions): Promise<Claimed> {
  const { db } = store
  await store.at('claim.before')
  const claimed = await withReopen(store, () =>
    db.transaction('rw', [db.outbox, db.cancels, db.quarantine, db.receipts], async () => await scan(store, owner, options)),
  )
  for (const { opId } of claimed.claims) options.pauses?.noteTried(opId)
  await store.at('claim.after')
  return claimed
}

async function scan(store: Store, owner: Owner, options: ClaimOptions): Promise<Claimed> {
  const { worker, limit, busy, byGrant, pauses, followers, from } = options
  const { db } = store
  const now = store.now()
  const held = new Set(busy)
  for (const { stream } of await db.cancels.where('owner').equals(owner).toArray()) held.add(stream)
  const claimed: Claimed = { claims: [], nextAt: undefined }
  const { claims } = claimed
  /** The last claim of each stream, as long as the next row may follow it. */
  const lasts = new Map<string, Claim>()
  const taken: Claim[] = []

  const take = (row: OpRow): Claim => {
    const change = { state: 'sending' as const, token: `${worker}.${newId(8)}`, leaseUntil: now + lease, attempts: row.attempts + 1 }
    // Its pause is over, also when it goes back untried.
    const op = { ...row, ...change, nextAt: 0 }
    taken.push(op)
    // A copy: the other fields of a claim are not stored.
    return { ...op }
  }
  const look = async (raw: OpRow) => {
    const row = readOp(raw)
    if (row === 'unreadable') {
      await db.quarantine.add({ owner, table: 'outbox', row: raw, reason: 'unreadable', at: now })
      await db.outbox.delete(raw.seq)
      return
    }
    const { stream } = raw
    const last = lasts.get(stream)
    lasts.delete(stream)
    const isFirst = !held.has(stream)
    held.add(stream)
    if (row === 'newer' || (byGrant && !goesByGrant(row))) return
    if (isFirst) {
      const at = dueAt(row, now, pauses?.isOver(row, now))
      if (at) claimed.nextAt = Math.min(claimed.nextAt ?? at, at)
      if (at !== 0) return
      const op = Object.assign(take(row), await base(store, row))
      claims.push(op)
      lasts.set(stream, op)
    } else if (last && taken.length < mostTaken && followers?.mayFollow(last, row)) {
      last.next = take(row)
      lasts.set(stream, last.next)
    }
  }

  const [lowest, highest] = allOf(owner)
  let after = from === undefined ? lowest : [owner, from]
  let seen = 0
  // The oldest rows usually suffice: those in flight, and the next ones.
  let many = Math.min(page, limit + busy.size)
  let isLast = false
  // With enough work claimed there is no need to scan a long queue of the same records.
  while (claims.length < limit && !isLast && (seen < 4 * page || claims.length + busy.size === 0)) {
    const rows = await db.outbox
      .where('[owner+seq]')
      .between(after, highest, seen === 0)
      .limit(many)
      .toArray()
    for (const raw of rows) {
      if (claims.length === limit) break
      after = [owner, raw.seq]
      claimed.first ??= raw.seq
      await look(raw)
    }
    seen += rows.length
    isLast = rows.length < many
    many = page
  }
  await db.outbox.bulkPut(taken)
  return claimed
}

/**
 * For the holder of the lock, before its first claim: resets rows that a crashed or frozen worker left as
 * "sending", without waiting for their lease.
 */
export async function takeOver(store: Store, owner: Owner): Promise<void> {
  const { db } = store
  await withReopen(store, () =>
    db.transaction('rw', db.outbox, async () => {
      const rows = await db.outbox.where('[owner+state]').equals([owner, 'sending']).toArray()
      await db.outbox.bulkPut(rows.map((row) => ({ ...row, state: waits(row), nextAt: 0, token: undefined, leaseUntil: undefined })))
    }),
  )
}

/** A conflict that is checked again stays a conflict until the server's answer says otherwise. */
const waits = (row: OpRow) => (row.lastError?.kind === 'conflict' ? 'conflict' : 'queued')

/** When a save can be claimed: 0 if now, undefined if time alone does not free it. */
function dueAt({ state, nextAt, leaseUntil = 0 }: OpRow, now: number, isOver = false): number | undefined {
  if (state === 'sending') return leaseUntil > now && leaseUntil <= now + lease ? leaseUntil : 0
  const due = isOver || isDue(nextAt, now)
  if (state === 'queued') return due ? 0 : nextAt
  return state === 'conflict' && due ? 0 : undefined
}

async function base(store: Store, row: OpRow): Promise<Pick<Claim, 'parentSent' | 'onRev'>> {
  const parent = row.parentOpId ? await store.db.receipts.get(row.parentOpId) : undefined
  // A server that was restored from a backup never gets the parent again: the save goes on without it. The numbers of
  // revisions begin again there, so that they prove nothing: whatever another person changed is asked about.
  if ((row.parentMissing ?? 0) >= parentTries) return {}
  // The save was made before the answer to its parent arrived: its base is the revision that the user saw,
  // not later changes of others.
  if (parent?.outcome === 'sent') return { parentSent: parent.opId, onRev: row.baseRev ?? parent.rev }
  return { onRev: row.baseRev }
}

/** Result of one attempt. */
export type Outcome =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'again'; error: OpError; nextAt: number }
  /** Claimed, but not started. */
  | { kind: 'untried' }
  | { kind: 'parked' | 'conflict'; error: OpError }

/**
 * A result to store. A group has at most one valid result per record: only one worker can hold the record's
 * claim.
 */
interface Settling {
  readonly op: Claim
  readonly outcome: Outcome
  readonly resolve: (settled: boolean) => void
  readonly reject: (error: unknown) => void
}

interface Desk {
  readonly waiting: Settling[]
  running: boolean
}
const desks = new WeakMap<Store, Desk>()

/**
 * Stores the result of a claim. Results that arrive while a transaction runs share the next one. Returns
 * false if another worker has taken over the save: then nothing changes. Files are deleted together with the
 * receipt, never before.
 */
export function settle(store: Store, op: Claim, outcome: Outcome): Promise<boolean> {
  const desk: Desk = desks.get(store) ?? { waiting: [], running: false }
  desks.set(store, desk)
  return new Promise((resolve, reject) => {
    desk.waiting.push({ op, outcome, resolve, reject })
    if (!desk.running) void settleWaiting(store, desk)
  })
}

async function settleWaiting(store: Store, desk: Desk): Promise<void> {
  desk.running = true
  while (desk.waiting.length > 0) {
    const group = desk.waiting.splice(0)
    try {
      const settled = await settleAll(store, group)
      for (const [n, { resolve }] of group.entries()) resolve(settled[n] ?? false)
    } catch (error) {
      for (const one of group) {
        if (group.length === 1) one.reject(error)
        else await settleAll(store, [one]).then(([settled]) => one.resolve(settled ?? false), one.reject)
      }
    }
  }
  desk.running = false
}

async function settleAll(store: Store, group: readonly Settling[]): Promise<boolean[]> {
  const { db } = store
  const sent = group.filter(({ outcome }) => outcome.kind === 'sent')
  const tables = sent.length > 0 ? [db.outbox, db.receipts, db.blobs, db.bytes, db.records] : [db.outbox, db.records]
  const settled = await withReopen(store, () =>
    db.transaction('rw', tables, () => Promise.all(group.map(({ op, outcome }) => settleOne(store, op, outcome)))),
  )
  await store.at('settle.after')
  return settled
}

async function settleOne(store: Store, op: Claim, outcome: Outcome): Promise<boolean> {
  const row = await store.db.outbox.get(op.seq)
  if (row?.opId !== op.opId || row.token !== op.token || row.state !== 'sending') return false
  if (outcome.kind === 'sent') await storeSent(store, op, outcome.answer)
  else await giveBack(store, row, outcome)
  return true
}

type NotSent = Exclude<Outcome, { kind: 'sent' }>

/** Stores a save that was claimed and not sent. */
async function giveBack(store: Store, row: OpRow, outcome: NotSent): Promise<void> {
  const { db } = store
  const free = { ...row, token: undefined, leaseUntil: undefined }
  if (outcome.kind !== 'untried' && outcome.error.code === 'parent_missing') free.parentMissing = (row.parentMissing ?? 0) + 1
  if (outcome.kind === 'untried') {
    await db.outbox.put({ ...free, state: waits(row), attempts: Math.max(0, row.attempts - 1) })
    return
  }
  const again = outcome.kind === 'again'
  const state = again ? waits(row) : outcome.kind
  let nextAt = 0
  if (again) nextAt = outcome.nextAt
  // Retry later: a conflict can resolve itself if the other user reverts the change.
  else if (state === 'conflict') nextAt = store.now() + longestPause
  await db.outbox.put({ ...free, state, nextAt, lastError: again && state === 'conflict' ? row.lastError : outcome.error })
  const { current, rev } = outcome.error
  // The form that opens for the decision starts from the server's current record.
  if (current && rev !== undefined)
    await db.records.put({ owner: row.owner, path: row.path, v: rowVersion, rev, model: current, fetchedAt: store.now() })
}

/** Replaces a save by its receipt. */
async function storeSent(store: Store, op: Claim, answer: Record<string, unknown>): Promise<void> {
  const { db } = store
  const rev = typeof answer['rev'] === 'number' ? answer['rev'] : undefined
  const payload = op.body['payload'] as Model | undefined
  const receipt = {
    opId: op.opId,
    v: rowVersion,
    owner: op.owner,
    path: op.path,
    title: op.title,
    outcome: 'sent' as const,
    rev,
    answer,
    clientAt: op.clientAt,
    made: madeBy(op),
    at: store.now(),
  }
  await Promise.all([
    db.outbox.delete(op.seq),
    db.receipts.put(receipt),
    ...(op.blobIds.length > 0 ? [db.blobs.bulkDelete(op.blobIds), db.bytes.bulkDelete(op.blobIds)] : []),
    rev !== undefined && payload && updateCopy(store, op, rev, payload),
  ])
}

/** Applies the content of a sent save to the device's copy of the record. */
async function updateCopy(store: Store, op: Claim, rev: number, payload: Model): Promise<void> {
  const { records } = store.db
  const copy = await records.get([op.owner, op.path])
  const was = op.body['base'] as Model | null | undefined
  // A partial payload is not a record: without a copy to apply it to, the next form starts from the
  // server's record.
  const whole = copy !== undefined || was != null || op.method !== 'PATCH'
  if (!whole || (copy && copy.rev > rev)) return
  const model = overlay(copy?.model ?? was ?? {}, was, payload)
  const had = copy?.rev ?? op.baseRev ?? 0
  const seen = copy?.seen ?? (had + 1 === rev ? undefined : had)
  await records.put({ owner: op.owner, path: op.path, v: rowVersion, rev, seen, model, fetchedAt: store.now() })
}

/** Stores upload progress and renews the lease. Returns false if another worker has taken over the save. */
export async function fileProgress(
  store: Store,
  op: Claim,
  blobId: string,
  change: { state?: BlobState; offset?: number },
): Promise<boolean> {
  const { db } = store
  return await withReopen(store, () =>
    db.transaction('rw', db.outbox, db.blobs, async () => {
      const row = await db.outbox.get(op.seq)
      if (row?.opId !== op.opId || row.token !== op.token || row.state !== 'sending') return false
      await db.outbox.put({ ...row, leaseUntil: store.now() + lease })
      await db.blobs.update(blobId, change)
      return true
    }),
  )
}

/** Returns the files of a save that are on this device and that the server has not confirmed yet. */
export async function filesToSend(store: Store, op: Claim) {
  if (op.blobIds.length === 0) return []
  const rows = await withReopen(store, () => store.db.blobs.bulkGet(op.blobIds))
  return rows.flatMap((row) => (row && row.state !== 'up' ? [row] : []))
}

/**
 * The server reports a confirmed file as missing: marks all files of the save for upload again. Returns false
 * if the device no longer has all of them.
 */
export async function filesAgain(store: Store, op: Claim): Promise<boolean> {
  // A sealed save names exactly the files that it claimed.
  const named = op.sealed ? op.blobIds : ((op.body['files'] ?? []) as { id: string }[]).map((file) => file.id)
  const { db } = store
  return await withReopen(store, () =>
    db.transaction('rw', db.blobs, async () => {
      const rows = await db.blobs.bulkGet(named)
      await db.blobs.where('id').anyOf(named).modify({ state: 'local', offset: 0 })
      return rows.every((row) => row !== undefined)
    }),
  )
}
