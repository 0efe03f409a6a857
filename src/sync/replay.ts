import { longestPause, longestPauseOffline, backoffDelay } from '../lib/backoffDelay.ts'
import { newId } from '../lib/newId.ts'
import {
  type Claim,
  type ClaimOptions,
  claim,
  filesAgain,
  lease,
  type Outcome,
  settle,
  takeOver,
  withFollowers,
} from '../store/outbox/claim.ts'
import { linkOf } from '../store/integrity/addLink.ts'
import { settleCancel } from '../store/outbox/discardSave.ts'
import { anonymousOwner, type OpError, type Owner } from '../store/db/MusterDb.ts'
import { endGrant } from '../store/encryption/grantOf.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { noteSessionEnd } from '../store/session/noteDisabled.ts'
import { classify, type ServerError, type Verdict } from './classify.ts'
import { type Context, contextOf } from './context.ts'
import { cancelAddress, headerNames } from './headerNames.ts'
import type { Send, WireRequest } from './send.ts'
import { sendFiles } from './sendFiles.ts'

/** Concurrency limit: records in flight at once. */
const concurrency = 4
/**
 * One more for a save without files, once the server has accepted a save. HTTP/1.1 has six connections: one is for the
 * change stream, and uploads of minutes must not take the last one from the screens.
 */
const mostInFlight = 5
/** Prefetch: saves claimed beyond those in flight, so that sending never waits for the database. */
const prefetch = 7

export interface Pass {
  sent: number
  /** Why the pass ended early; undefined if it did all it could. */
  stopped: 'offline' | 'captive' | 'busy' | 'session' | 'actor' | 'time' | 'aborted' | undefined
  /** When the next waiting save is due (device clock, ms). */
  nextAt: number | undefined
}

export interface ReplayOptions extends Pick<Context, 'rebase'>, Pick<ClaimOptions, 'pauses' | 'followers'> {
  store: Store
  send: Send
  device: string
  owner: Owner
  /** True if this worker holds the lock. */
  alone: boolean
  /** The owner has logged out of this device; their work is sent with this token. */
  grant?: string | undefined
  /** The pass starts no save after this device time, ms. */
  until?: number | undefined
  signal?: AbortSignal | undefined
  /** Called with each save when its receipt is stored. */
  onSent?: ((op: Claim) => void) | undefined
  steps?: Steps | undefined
}

type Stop = (why: NonNullable<Pass['stopped']>) => void

/** The steps of a pass. Tests replace them with faulty ones and check that the fault is detected. */
export interface Steps {
  claim: typeof claim
  settle: typeof settle
  sendFiles: typeof sendFiles
  classify: typeof classify
  request: typeof requestOf
}

export const steps: Steps = { claim, settle, sendFiles, classify, request: requestOf }

/** The request of a save: its id is the idempotency key, and its content never changes. */
export function requestOf(context: Context, op: Claim): WireRequest {
  const link = linkOf(op)
  return {
    method: op.method,
    url: op.url,
    headers: {
      ...context.actorHeaders(op.owner),
      'content-type': 'application/json',
      [headerNames.key]: op.opId,
      [headerNames.seq]: String(op.seq * 100 + Math.min(op.place ?? 0, 99)),
      ...(op.onRev !== undefined && { [headerNames.base]: `"${op.onRev}"` }),
      ...(op.parentSent !== undefined && { [headerNames.parent]: op.parentSent }),
      ...(link !== undefined && { [headerNames.chain]: link }),
    },
    body: JSON.stringify(op.body),
    anonymous: context.anonymous(op.owner),
    signal: context.signal,
  }
}

/**
 * One pass over the outbox of one owner: claims due saves, oldest first, sends up to five records at once and
 * one save per record at a time, and stores the results. Ends when nothing is due, or when no save can reach
 * the server.
 */
export async function replay(options: ReplayOptions): Promise<Pass> {
  const { store, owner, alone } = options
  const context = contextOf(options)
  const pass: Pass = { sent: 0, stopped: undefined, nextAt: undefined }
  const stop: Stop = (why) => {
    pass.stopped ??= why
  }
  if (!(await tellCancels(context, owner, stop))) return pass
  if (alone) await takeOver(store, owner)
  await sendDue(options, context, pass, stop)
  return pass
}

/** Removes and returns the claims whose lease is half used up: long uploads went before them. */
function takeOld(claimed: Claim[], now: number): Claim[] {
  const old = claimed.filter(({ leaseUntil = Number.POSITIVE_INFINITY }) => leaseUntil < now + lease / 2)
  claimed.splice(0, claimed.length, ...claimed.filter((op) => !old.includes(op)))
  return old
}

/** Releases saves that were claimed and not started, with their followers. */
async function release(store: Store, does: Steps, ops: readonly Claim[]): Promise<void> {
  await Promise.all(ops.flatMap(withFollowers).map((op) => does.settle(store, op, { kind: 'untried' })))
}

const lanesFor = (op: Claim, pass: Pass) => (pass.sent > 0 && op.blobIds.length === 0 ? mostInFlight : concurrency)

/** Stops the pass after an answer that the other saves would get, too. */
function stopAfter({ kind }: Verdict, stop: Stop, isAborted: boolean | undefined): void {
  if (kind === 'offline') stop(isAborted ? 'aborted' : 'offline')
  else if (kind === 'captive' || kind === 'session' || kind === 'actor') stop(kind)
}

/** Counts a save that has arrived. */
function count(pass: Pass, { onSent }: ReplayOptions, op: Claim): void {
  pass.sent++
  onSent?.(op)
}

/** Claims and sends due saves until none is left or the pass stops. */
async function sendDue(options: ReplayOptions, context: Context, pass: Pass, stop: Stop): Promise<void> {
  const { store, owner, until = Number.POSITIVE_INFINITY, signal, followers } = options
  const does = options.steps ?? steps
  const byGrant = context.grant !== undefined
  const worker = newId(8)
  const claimed: Claim[] = []
  const inFlight = new Map<string, Promise<void>>()
  let [openRequests, settledCount, busyInARow] = [0, 0, 0]
  let from: number | undefined
  /** True if the last claim found everything that is due, and no result since may have freed a save. */
  let exhausted = false
  let fault: unknown
  let notify = () => {}

  /** The slot is free once the answer has arrived; the record is blocked until the result is stored. */
  const answered = (verdict: Verdict) => {
    openRequests--
    if (verdict.kind === 'done') busyInARow = 0
    else if (verdict.kind === 'busy' && ++busyInARow >= concurrency) stop('busy')
    stopAfter(verdict, stop, signal?.aborted)
    startNext()
  }

  const process = async (op: Claim) => {
    let free = false
    const leave = (verdict: Verdict) => {
      if (!free) answered(verdict)
      free = true
    }
    const next = await deliver(context, does, op, leave)
      .then((verdict) => {
        const answer = verdict !== 'lost' && verdict.kind === 'done' ? verdict.body : undefined
        if (answer) count(pass, options, op)
        return followers?.after(context, op, answer, (ops) => release(store, does, ops))
      })
      .catch((error: unknown) => void (fault ??= error ?? new Error()))
    leave({ kind: 'unknown' })
    inFlight.delete(op.stream)
    if (next) {
      claimed.unshift(next)
      startNext()
    } else {
      settledCount++
      exhausted = false
    }
    notify()
  }

  const mayBegin = () => {
    if (signal?.aborted) stop('aborted')
    if (store.now() > until) stop('time')
    return !pass.stopped && fault === undefined
  }

  const startNext = () => {
    for (let [op] = claimed; op && openRequests < lanesFor(op, pass) && mayBegin(); [op] = claimed) {
      claimed.shift()
      openRequests++
      inFlight.set(op.stream, process(op))
    }
    if (claimed.length < prefetch / 2) notify()
  }

  for (;;) {
    const next = new Promise<void>((resolve) => void (notify = resolve))
    const old = takeOld(claimed, store.now())
    if (old.length > 0) {
      await release(store, does, old)
      exhausted = false
    }
    if (mayBegin() && !exhausted && claimed.length < prefetch) {
      const limit = mostInFlight + prefetch - openRequests - claimed.length
      const before = settledCount
      const busy = new Set([...inFlight.keys(), ...claimed.map((op) => op.stream)])
      const { claims, nextAt, first } = await does.claim(store, owner, { ...options, worker, limit, busy, byGrant, from })
      from = first
      pass.nextAt = nextAt
      exhausted = claims.length < limit && settledCount === before
      claimed.push(...claims)
      startNext()
    }
    if (inFlight.size === 0 && (exhausted || !mayBegin())) break
    await next
  }
  if (fault !== undefined) throw fault
  if (!signal?.aborted) await release(store, does, claimed)
}

type Delivered = Verdict | 'lost'

/** Sends a save and stores the result; calls `answered` in between. */
async function deliver(context: Context, does: Steps, op: Claim, answered: (verdict: Verdict) => void): Promise<Delivered> {
  const { store } = context
  const files = await does.sendFiles(context, op)
  if (files.kind === 'lost') return 'lost'
  if (files.kind === 'missing') {
    const error: OpError = { kind: 'file', at: store.now() }
    await does.settle(store, op, { kind: 'parked', error })
    return { kind: 'unknown' }
  }
  let verdict: Verdict
  if (files.kind === 'ready') {
    await store.at('send.before')
    const answer = await context.send(does.request(context, op))
    await store.at('send.answered')
    verdict = does.classify(answer, store.now(), op.opId)
  } else verdict = files
  answered(verdict)
  // An aborted page (frozen, or replaced) writes nothing: the next pass takes the save over.
  if (verdict.kind === 'offline' && context.signal?.aborted) return verdict
  if (verdict.kind === 'busy' && verdict.code === 'upload_missing' && !(await filesAgain(store, op))) {
    const settled = await does.settle(store, op, { kind: 'parked', error: { kind: 'file', at: store.now() } })
    return settled ? verdict : 'lost'
  }
  if (!(await does.settle(store, op, outcomeOf(context, op, verdict)))) return 'lost'
  if (verdict.kind === 'session' || verdict.kind === 'actor') await pauseOwner(context, op.owner, verdict)
  return verdict
}

function outcomeOf({ store, grant }: Context, op: Claim, verdict: Verdict): Outcome {
  const at = store.now()
  const again = (error: OpError, pause: number): Outcome => ({ kind: 'again', error, nextAt: at + pause })
  const later = (error: OpError) => again(error, backoffDelay(op.attempts, store.random()))
  switch (verdict.kind) {
    case 'done':
      return { kind: 'sent', answer: verdict.body }
    case 'offline':
      return again({ kind: 'offline', at }, backoffDelay(op.attempts, store.random(), longestPauseOffline))
    case 'captive':
    case 'unknown':
      return later({ kind: verdict.kind, at })
    case 'busy': {
      const error: OpError = { kind: 'busy', code: verdict.code, message: verdict.message, at }
      if (verdict.wait === undefined) return later(error)
      // The server's pause is the least: after many tries the save waits longer. Jitter adds up to half of it at
      // random, so that the devices of a site do not retry in the same second.
      const least = Math.min(longestPause, Math.floor(verdict.wait * (1 + store.random() / 2)))
      const pause = Math.max(least, backoffDelay(op.attempts, store.random()))
      // Only the server's own pause also outlasts a reload.
      return again({ ...error, ...(pause === least && { asked: true }) }, pause)
    }
    case 'session':
      // The anonymous owner cannot log in, so a user must look at the refusal.
      if (op.owner === anonymousOwner) return { kind: 'parked', error: { kind: 'refused', code: 'NOT_AUTHORIZED', at } }
      return { kind: 'again', error: { kind: 'session', at }, nextAt: 0 }
    case 'actor':
      return { kind: 'again', error: { kind: 'actor', at }, nextAt: 0 }
    case 'conflict':
      return conflictOutcome(op, verdict.error, grant !== undefined, at)
    case 'refused': {
      const { code, message } = verdict.error
      return { kind: 'parked', error: { kind: 'refused', code, message, at } }
    }
  }
}

function conflictOutcome(op: Claim, error: ServerError, byGrant: boolean, at: number): Outcome {
  // With a grant, the values of other users must not be stored here: the author decides after the next
  // log-in.
  if (byGrant) return { kind: 'again', error: { kind: 'conflict', at }, nextAt: 0 }
  const { code, message, current, rev, fields, changed } = error
  // A call has no answers that a person could compare.
  if (!op.sealed && op.body['payload'] === undefined) return { kind: 'parked', error: { kind: 'refused', code, message, at } }
  return { kind: 'conflict', error: { kind: 'conflict', code, message, current, rev, fields, changed, at } }
}

/**
 * Pauses all work of this user: until they log in again ('session'), or until the browser has no session of
 * another user ('actor'). A refused grant has ended.
 */
async function pauseOwner({ store, grant }: Context, owner: Owner, why: Extract<Verdict, { kind: 'session' | 'actor' }>): Promise<void> {
  if (owner === anonymousOwner) return
  if (grant !== undefined) return void (await endGrant(store, owner, grant))
  if (why.kind === 'session') return await noteSessionEnd(store, owner, why.disabled)
  await withReopen(store, () => store.db.principals.put({ owner, session: 'otherPerson', at: store.now() }))
}

/**
 * Reports discarded and replaced saves to the server, before any other request for their records. Returns
 * false if the server cannot be reached.
 */
async function tellCancels(context: Context, owner: Owner, stop: Stop): Promise<boolean> {
  const { store } = context
  const readRows = () => withReopen(store, () => store.db.cancels.where('owner').equals(owner).toArray())
  const rows = await readRows()
  const seen = new Set<string>()
  for (const row of rows) {
    const { opId, chain } = row
    seen.add(opId)
    const answer = await context.send({
      method: 'POST',
      url: cancelAddress(opId),
      headers: {
        ...context.actorHeaders(owner),
        'content-type': 'application/json',
        ...(chain !== undefined && { [headerNames.chain]: chain }),
      },
      body: '{}',
      anonymous: context.anonymous(owner),
      signal: context.signal,
    })
    await store.at('cancel.answered')
    const verdict = classify(answer, store.now(), opId)
    // A refusal settles it too: an endless retry would block all later saves of the record.
    if (verdict.kind === 'done' || verdict.kind === 'refused') {
      const applied = verdict.kind === 'done' && verdict.body['applied'] === true
      if (applied && row.by !== undefined) {
        // Waits for a page, and with it the record.
        if (!context.rebase) continue
        await context.rebase(store, row)
        // The correction has another id now: the server learns that, too, before anything of this record is sent.
        rows.push(...(await readRows()).filter((next) => !seen.has(next.opId) && !rows.some((known) => known.opId === next.opId)))
      }
      await settleCancel(store, opId, applied)
    } else if (verdict.kind === 'session' || verdict.kind === 'actor') {
      await pauseOwner(context, owner, verdict)
      stop(verdict.kind)
      return false
    } else if (verdict.kind === 'offline' || verdict.kind === 'captive') {
      stop(verdict.kind)
      return false
    }
    // Busy: only this record waits, the others continue.
  }
  return true
}
