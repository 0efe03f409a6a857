import { sql } from 'drizzle-orm'
import { type AttentionCode, type Manpower, processingTag } from '../../../contract/endpoints/executions.ts'
import { type ApprovalMode, writeAfterMs } from '../../../contract/endpoints/conversations.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addJob } from '../../storage/jobs.ts'
import type { App } from '../app.ts'
import { noteLines } from '../daily-log/writeLog.ts'
import { linesOf, targetOf } from '../executions/complete.ts'
import { keep } from '../executions/decide.ts'
import { type ExecutionModel, type Held, held } from '../executions/executionRows.ts'
import { addLine } from '../executions/messages.ts'
import { say } from './begin.ts'
import { sayings } from './say.ts'
import { minutes } from './schedule.ts'
import { mayBeRead } from './secondReading.ts'
import { change, type Guess, propose, type Step, step, type Talk } from './step.ts'

export interface Text {
  /** The message id of the provider. Redelivery of the same text has the same key. */
  readonly key: string
  /** E.164. */
  readonly from: string
  readonly text: string
}

/** A conversation accepts texts for this many hours after its start. */
const listensHours = 36

/**
 * Handles an inbound text: stores it once, in one transaction with all its effects. It belongs to the
 * conversation that is waiting for this number, or else to the latest one. Returns whether a conversation
 * accepted it.
 */
export async function hear(app: App, { key, from, text }: Text): Promise<boolean> {
  const taken = await app.storage.transaction(async (tx) => {
    const fresh = await rows(
      tx,
      sql`insert into sms_inbox (key, mobile, text) values (${key}, ${from}, ${text}) on conflict (key) do nothing returning key`,
    )
    if (fresh.length === 0) return false
    if (/^\s*(?:start|unstop)\s*$/iu.test(text)) await tx.execute(sql`delete from text_refusals where mobile = ${from}`)
    const [open] = await rows<{ id: string }>(
      tx,
      sql`select id from executions where mobile = ${from} and created_at > now() - ${listensHours}::float8 * interval '1 hour'
          order by (phase = 'asking') desc, created_at desc, id limit 1`,
    )
    if (!open) return false
    await tx.execute(sql`update sms_inbox set execution = ${open.id} where key = ${key}`)
    await take(tx, open.id, { key, text }, { helped: app.assistant !== undefined })
    return true
  })
  if (taken) app.storage.bell.ring()
  return taken
}

/** `helped`: a language model may be asked about texts that the rules do not understand. */
interface Help {
  readonly helped: boolean
}

/** Adds an inbound text to a conversation and handles it. */
async function take(tx: Transaction, id: string, { key, text }: { key: string; text: string }, help: Help): Promise<void> {
  const one = await held(tx, id, { lock: true })
  if (!one) return
  await addLine(tx, { execution: id, way: 'in', text, key: `in:${key}` })
  if (one.phase === 'working') {
    // The bots are writing the entry now. A job handles the text when they have finished.
    await addJob(tx, { kind: 'talk.late', key: `talk.late:${key}`, payload: { execution: id, text }, runAt: new Date(Date.now() + 3000) })
    return
  }
  await answer(tx, one, text, help)
}

async function around(tx: Transaction, one: Held) {
  const places = await rows<{ label: string }>(
    tx,
    sql`select label from lookup_items where team = ${one.team} and lookup = 'locations' order by position, id limit 2000`,
  )
  const last = await rows<{ model: ExecutionModel }>(
    tx,
    sql`select model from executions where automation = ${one.automation} and mobile = ${one.mobile} and day < ${one.day}::date
          and (talk ->> 'rejected') is distinct from 'true' order by day desc limit 10`,
  )
  const before = (vendor: string): Manpower | undefined => {
    for (const { model } of last) {
      const key = model.executionVendors?.find((firm) => firm.vendor === vendor)?.key
      const found =
        key === undefined ? (model.vendor === vendor ? (model.model as Manpower | undefined) : undefined) : model.finishedModels?.[key]
      const silent = model.requiresAttentionCode === 'EXPIRED' || model.requiresAttentionCode === 'CHAT_FAILURE'
      if (found?.worker_count !== undefined && !silent) return found
    }
    return undefined
  }
  return { places: places.map(({ label }) => label), before }
}

const silentCodes = new Set(['EXPIRED', 'NOT_ASKED'])
const changeable = new Set(['NIL_ENTRY', 'MODIFIED_AFTER_FINISH', 'CHAT_FAILURE', 'APPROVE_FAILURE', 'EXPIRED'])

/** Handles an answer to a conversation. The caller has locked its row. */
export async function answer(tx: Transaction, one: Held, text: string, { helped }: Help): Promise<void> {
  const { id, model, kind } = one
  const talk = one.talk as unknown as Talk
  const code = model.requiresAttention ? (model.requiresAttentionCode ?? '') : ''
  const late = one.phase === 'decide' && silentCodes.has(code) && model.approvalMode !== 'Procore'
  if (one.phase === 'asking' || late) {
    const { requiresAttention: _, requiresAttentionCode: __, ...rest } = model
    const asked = late ? { ...rest, ...(kind !== 'notes' && { model: unguessed(model.model) }) } : model
    const next = step({ kind, model: asked, talk }, text, await around(tx, one))
    if (helped && !late && next.unsure && mayBeRead(talk)) return readAgain(tx, one, text)
    await follow(tx, one, next)
    // Waits again for the rest of a late answer.
    if (late && !next.end)
      await addJob(tx, {
        kind: 'talk.expire',
        key: `talk.expire:${id}:${one.rev}`,
        payload: { execution: id },
        runAt: new Date(Date.now() + minutes(model.stopAfter) * 60_000),
      })
    return
  }
  if (code !== '' && !changeable.has(code)) return
  const changed = change({ kind, model, talk }, text, await around(tx, one))
  if (!changed) return
  // An earlier decision no longer counts: a person has to look again, and the same entry is written again.
  const { approveResult: _, approveFailure: __, ...rest } = changed
  await keep(tx, id, {
    phase: 'decide',
    model: {
      ...rest,
      requiresApproval: false,
      requiresAttention: true,
      requiresAttentionCode: 'MODIFIED_AFTER_FINISH',
      completed: false,
      waitingToComplete: false,
    },
  })
  await say(tx, id, sayings[talk.lang ?? 'en'].changed)
}

/**
 * Queues a second reading of a text by the language model. It is valid for this revision only: a text that
 * arrives before the result takes precedence.
 */
async function readAgain(tx: Transaction, one: Held, text: string): Promise<void> {
  const talk = one.talk as unknown as Talk
  const rev = await keep(tx, one.id, { phase: 'asking', model: one.model, talk: { ...talk, readings: (talk.readings ?? 0) + 1 } })
  await addJob(tx, { kind: 'talk.read', key: `talk.read:${one.id}:${rev}`, payload: { execution: one.id, text, rev } })
}

/**
 * Handles the result of a second reading. With a guess, the bot asks for confirmation; without one, it sends
 * the reply of the rules.
 */
export async function afterReading(tx: Transaction, one: Held, text: string, guess: Guess | undefined): Promise<void> {
  const turn = { kind: one.kind, model: one.model, talk: one.talk as unknown as Talk }
  await follow(tx, one, guess ? propose(turn, guess) : step(turn, text, await around(tx, one)))
}

/** Removes the placeholder figures of an expired conversation. */
const unguessed = (model: Readonly<Record<string, unknown>> = {}) => {
  const { worker_count: _, worker_hours: __, hours: ___, ...rest } = model
  return rest
}

async function follow(tx: Transaction, one: Held, { model, talk, reply, end }: Step): Promise<void> {
  if (reply !== undefined) await say(tx, one.id, reply)
  if (!end) {
    await keep(tx, one.id, { phase: 'asking', model, talk: { ...one.talk, ...talk } })
    return
  }
  const next = { ...one, model, talk: { ...one.talk, ...talk } }
  if (end.kind === 'finished') return finished(tx, next)
  if (end.refusal) await tx.execute(sql`insert into text_refusals (mobile) values (${one.mobile}) on conflict do nothing`)
  await attend(tx, next, end.code)
  if (end.code === 'NIL_ENTRY') await writeNil(tx, next)
}

/** Marks the conversation as needing attention from a person. */
export async function attend(tx: Transaction, one: Held, code: AttentionCode): Promise<void> {
  await keep(tx, one.id, {
    phase: 'decide',
    model: { ...one.model, requiresApproval: false, requiresAttention: true, requiresAttentionCode: code, waitingToComplete: false },
    talk: one.talk,
  })
}

/** Writes a nil entry (no workers on site) without approval: it contains nothing to approve. */
export async function writeNil(tx: Transaction, one: Held): Promise<void> {
  if (one.kind === 'notes') return
  await noteLines(tx, targetOf(one), linesOf(one))
  await addJob(tx, { kind: 'talk.nil', key: `talk.nil:${one.id}:${one.rev}`, payload: { execution: one.id } })
}

/** All answers are complete: a manager approves the entry, it waits, or the bots write it. */
export async function finished(tx: Transaction, one: Held): Promise<void> {
  const mode = (one.model.approvalMode ?? 'Approval') as ApprovalMode
  const several = one.kind === 'multiVendor'
  if (several && mode !== 'Approval') {
    const at = new Date(Date.now() + writeAfterMs)
    await keep(tx, one.id, {
      phase: 'waiting',
      model: { ...one.model, waitingToComplete: true, expires: at.toISOString() },
      talk: one.talk,
    })
    await addJob(tx, { kind: 'talk.write', key: `talk.write:${one.id}:${one.rev}`, payload: { execution: one.id }, runAt: at })
    return
  }
  if (mode === 'Automatic') return writeByBot(tx, one)
  await keep(tx, one.id, { phase: 'decide', model: { ...one.model, requiresApproval: true }, talk: one.talk })
  if (mode === 'Procore' && one.model.expires !== undefined)
    await addJob(tx, {
      kind: 'talk.write',
      key: `talk.write:${one.id}:${one.rev}`,
      payload: { execution: one.id },
      runAt: new Date(one.model.expires),
    })
}

/** The bots write the entry without a person. */
export async function writeByBot(tx: Transaction, one: Held): Promise<void> {
  const tags = [...(one.model.tags ?? []).filter(({ label }) => label !== processingTag), { label: processingTag, color: 'blue' }]
  const rev = await keep(tx, one.id, {
    phase: 'working',
    model: { ...one.model, completionAction: 'WRITE', tags },
    talk: { ...one.talk, action: 'WRITE' },
  })
  await addJob(tx, { kind: 'execution', key: `execution:${one.id}:${rev}`, payload: { execution: one.id, action: 'WRITE', byBot: true } })
}
