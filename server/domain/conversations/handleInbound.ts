import { addMinutes } from 'date-fns/addMinutes'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type AttentionCode, type Manpower, processingTag } from '../../../contract/endpoints/executions.ts'
import { type ApprovalMode, writeAfterMs } from '../../../contract/endpoints/conversations.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { noteLines } from '../daily-log/writeLines.ts'
import { linesOf, targetOf } from '../executions/completeExecution.ts'
import { updateExecution } from '../executions/writeExecution.ts'
import { type ExecutionModel, type StoredExecution, findExecution } from '../executions/executionRow.ts'
import { addLine } from '../executions/addLine.ts'
import { isDisputed, withTextReport, withTextReports } from './compareReports.ts'
import { parseReply } from './reply/parseReply.ts'
import { sendReply } from './startConversations.ts'
import { replyTemplates } from './replyTemplates.ts'
import { minutes } from '../bots/isDue.ts'
import { mayBeRead } from './secondReading.ts'
import { setSelfManaged } from './setSelfManaged.ts'
import { change, type Guess, propose, type Step, step, type Talk } from './step.ts'

export interface InboundText {
  /** The message id of the provider. Redelivery of the same text has the same key. */
  readonly key: string
  /** E.164. */
  readonly from: string
  readonly text: string
}

/** A conversation accepts texts for this many hours after its start. */
const listensHours = 36

const IdRow = z.object({ id: z.string() })

/**
 * Handles an inbound text: stores it once, in one transaction with all its effects. It belongs to the
 * conversation that is waiting for this number, or else to the latest one. Returns whether a conversation
 * accepted it.
 */
export async function handleInbound(app: App, { key, from, text }: InboundText): Promise<boolean> {
  const taken = await app.storage.transaction(async (tx) => {
    const fresh = await rows(
      tx,
      sql`insert into sms_inbox (key, mobile, text) values (${key}, ${from}, ${text}) on conflict (key) do nothing returning key`,
    )
    if (fresh.length === 0) return false
    if (/^\s*(?:start|unstop)\s*$/iu.test(text)) await allowTexts(tx, from)
    const [open] = await rows(
      tx,
      IdRow,
      sql`select id from executions where mobile = ${from} and created_at > now() - ${listensHours}::float8 * interval '1 hour'
          order by (phase = 'asking') desc, created_at desc, id limit 1`,
    )
    if (open) {
      await tx.execute(sql`update sms_inbox set execution = ${open.id} where key = ${key}`)
      await appendToConversation(tx, open.id, { key, text }, { helped: app.assistant !== undefined })
    }
    // Counts without a conversation too: the answer to a broadcast, or to a conversation that has ended. After the
    // conversation, which every other transaction locks before its bot.
    if (refusesTexts(text)) await refuseTexts(tx, from)
    return open !== undefined
  })
  if (taken) app.storage.jobSignal.notify()
  return taken
}

const refusesTexts = (text: string): boolean => parseReply(text, { expects: 'all' }).intent === 'stop'

/** `helped`: a language model may be asked about texts that the rules do not understand. */
interface Help {
  readonly helped: boolean
}

/** Adds an inbound text to a conversation and handles it. */
async function appendToConversation(tx: Transaction, id: string, { key, text }: { key: string; text: string }, help: Help): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one) return
  await addLine(tx, { execution: id, way: 'in', text, key: `in:${key}` })
  if (one.phase === 'working') {
    // The bots are writing the entry now. A job handles the text when they have finished.
    await addJob(tx, { kind: 'talk.late', key: `talk.late:${key}`, payload: { execution: id, text }, runAt: new Date(Date.now() + 3000) })
    return
  }
  await applyAnswer(tx, one, text, help)
}

/** Handles an answer to a conversation. The caller has locked its row. */
export async function applyAnswer(tx: Transaction, one: StoredExecution, text: string, help: Help): Promise<void> {
  if (!one.teamArchived) return takeAnswer(tx, one, text, help)
  const { closed, stopped } = wordsFor(one)
  await sendReply(tx, one.id, refusesTexts(text) ? stopped : closed)
}

const wordsFor = ({ talk }: StoredExecution) => replyTemplates((talk as unknown as Talk).lang ?? 'en')

const LocationRow = z.object({ label: z.string() })

const ModelRow = z.object({ model: jsonDocument<ExecutionModel>() })

/** Returns the answer of a vendor in an execution. */
function answerOf(model: ExecutionModel, vendor: string): Manpower | undefined {
  const key = model.executionVendors?.find((firm) => firm.vendor === vendor)?.key
  if (key !== undefined) return model.finishedModels?.[key]
  return model.vendor === vendor ? (model.model as Manpower | undefined) : undefined
}

async function around(tx: Transaction, one: StoredExecution) {
  const places = await rows(
    tx,
    LocationRow,
    sql`select label from lookup_items where team = ${one.team} and lookup = 'locations' and not disabled and merged_into is null order by position, id limit 2000`,
  )
  const last = await rows(
    tx,
    ModelRow,
    sql`select model from executions where automation = ${one.automation} and mobile = ${one.mobile} and day < ${one.day}::date
          and (talk ->> 'rejected') is distinct from 'true' order by day desc limit 10`,
  )
  const before = (vendor: string): Manpower | undefined => {
    for (const { model } of last) {
      const found = answerOf(model, vendor)
      const silent = model.requiresAttentionCode === 'EXPIRED' || model.requiresAttentionCode === 'CHAT_FAILURE'
      if (found?.worker_count !== undefined && !silent) return found
    }
    return undefined
  }
  return { places: places.map(({ label }) => label), before }
}

const silentCodes = new Set(['EXPIRED', 'NOT_ASKED'])
const changeable = new Set(['DIFFERENT_FIGURES', 'NIL_ENTRY', 'MODIFIED_AFTER_FINISH', 'CHAT_FAILURE', 'APPROVE_FAILURE', 'EXPIRED'])

async function takeAnswer(tx: Transaction, one: StoredExecution, text: string, { helped }: Help): Promise<void> {
  const { id, model, kind } = one
  const talk = one.talk as unknown as Talk
  const code = model.requiresAttention ? (model.requiresAttentionCode ?? '') : ''
  const late = one.phase === 'decide' && silentCodes.has(code) && model.approvalMode !== 'Procore'
  if (late) return continueLate(tx, one, text)
  if (one.phase === 'asking') {
    const next = step({ kind, model, talk }, text, await around(tx, one))
    if (helped && next.unsure && mayBeRead(talk)) return readAgain(tx, one, text)
    return follow(tx, one, next)
  }
  if (refusesTexts(text)) return sendReply(tx, id, wordsFor(one).stopped)
  if (code !== '' && !changeable.has(code)) return
  const changed = change({ kind, model, talk }, text, await around(tx, one))
  if (changed) await takeChange(tx, one, changed)
}

/** Stores an answer that differs from the finished one. */
async function takeChange(tx: Transaction, one: StoredExecution, changed: ExecutionModel): Promise<void> {
  if (changed.reports) return meetText(tx, one, changed)
  // An earlier decision no longer counts: a person has to look again, and the same entry is written again.
  const { approveResult: _, approveFailure: __, ...rest } = changed
  const { waitsForLogin: ___, ...talkNow } = one.talk
  await updateExecution(tx, one.id, {
    phase: 'decide',
    model: {
      ...rest,
      requiresApproval: false,
      requiresAttention: true,
      requiresAttentionCode: 'MODIFIED_AFTER_FINISH',
      completed: false,
      waitingToComplete: false,
    },
    talk: talkNow,
  })
  await sendReply(tx, one.id, wordsFor(one).changed)
}

/** Handles a text beside the reports of forms: it changes no figure by itself, and a difference needs a person. */
async function meetText(tx: Transaction, one: StoredExecution, changed: ExecutionModel): Promise<void> {
  const { thanks, changed: willCheck } = wordsFor(one)
  const model = { ...one.model, reports: withTextReport({ ...one, model: changed }, String(one.talk['current'] ?? '')) }
  if (!isDisputed(model)) {
    await updateExecution(tx, one.id, { phase: one.phase, model })
    return sendReply(tx, one.id, thanks)
  }
  const { approveResult: _, approveFailure: __, ...rest } = model
  const { waitsForLogin: ___, ...talk } = one.talk
  await flagForAttention(tx, { ...one, model: { ...rest, completed: false }, talk }, 'DIFFERENT_FIGURES')
  await sendReply(tx, one.id, willCheck)
}

/** Handles the answer to a conversation that had ended without one. */
async function continueLate(tx: Transaction, one: StoredExecution, text: string): Promise<void> {
  const { id, kind } = one
  const { requiresAttention: _, requiresAttentionCode: __, ...rest } = one.model
  const model = { ...rest, ...(kind !== 'notes' && { model: unguessed(rest.model) }) }
  const next = step({ kind, model, talk: one.talk as unknown as Talk }, text, await around(tx, one))
  await follow(tx, one, next)
  if (next.end) return
  // Waits again for the rest of the answer.
  await addJob(tx, {
    kind: 'talk.expire',
    key: `talk.expire:${id}:${one.rev}`,
    payload: { execution: id },
    runAt: addMinutes(new Date(), minutes(rest.stopAfter)),
  })
}

/**
 * Queues a second reading of a text by the language model. It is valid for this revision only: a text that
 * arrives before the result takes precedence.
 */
async function readAgain(tx: Transaction, one: StoredExecution, text: string): Promise<void> {
  const talk = one.talk as unknown as Talk
  const rev = await updateExecution(tx, one.id, {
    phase: 'asking',
    model: one.model,
    talk: { ...talk, readings: (talk.readings ?? 0) + 1 },
  })
  await addJob(tx, { kind: 'talk.read', key: `talk.read:${one.id}:${rev}`, payload: { execution: one.id, text, rev } })
}

/**
 * Handles the result of a second reading. With a guess, the bot asks for confirmation; without one, it sends
 * the reply of the rules.
 */
export async function afterReading(tx: Transaction, one: StoredExecution, text: string, guess: Guess | undefined): Promise<void> {
  const turn = { kind: one.kind, model: one.model, talk: one.talk as unknown as Talk }
  await follow(tx, one, guess ? propose(turn, guess) : step(turn, text, await around(tx, one)))
}

/** Removes the placeholder figures of an expired conversation. */
const unguessed = (model: Readonly<Record<string, unknown>> = {}) => {
  const { worker_count: _, worker_hours: __, hours: ___, ...rest } = model
  return rest
}

async function follow(tx: Transaction, one: StoredExecution, { model, talk, reply, end }: Step): Promise<void> {
  if (reply !== undefined) await sendReply(tx, one.id, reply)
  if (!end) {
    await updateExecution(tx, one.id, { phase: 'asking', model, talk: { ...one.talk, ...talk } })
    return
  }
  const next = { ...one, model, talk: { ...one.talk, ...talk } }
  if (end.kind === 'finished') return completeConversation(tx, next)
  await flagForAttention(tx, next, end.code)
  if (end.code === 'NIL_ENTRY') await writeNil(tx, next)
}

/** The bots send no more texts to this number, and its contacts are shown as self-managed. */
async function refuseTexts(tx: Transaction, mobile: string): Promise<void> {
  await tx.execute(sql`insert into text_refusals (mobile) values (${mobile}) on conflict do nothing`)
  await setSelfManaged(tx, mobile, true)
}

async function allowTexts(tx: Transaction, mobile: string): Promise<void> {
  const ended = await rows(tx, sql`delete from text_refusals where mobile = ${mobile} returning mobile`)
  if (ended.length > 0) await setSelfManaged(tx, mobile, false)
}

/** Marks the conversation as needing attention from a person. */
export async function flagForAttention(tx: Transaction, one: StoredExecution, code: AttentionCode): Promise<void> {
  await updateExecution(tx, one.id, {
    phase: 'decide',
    model: { ...one.model, requiresApproval: false, requiresAttention: true, requiresAttentionCode: code, waitingToComplete: false },
    talk: one.talk,
  })
}

/** Writes a nil entry (no workers on site) without approval: it contains nothing to approve. */
export async function writeNil(tx: Transaction, one: StoredExecution): Promise<void> {
  if (one.kind === 'notes') return
  await noteLines(tx, targetOf(one), linesOf(one))
  await addJob(tx, { kind: 'talk.nil', key: `talk.nil:${one.id}:${one.rev}`, payload: { execution: one.id } })
}

/**
 * All answers are complete: a manager approves the entry, it waits, or the bots write it. Reports that do not agree
 * need a person.
 */
export async function completeConversation(tx: Transaction, answered: StoredExecution): Promise<void> {
  const one = { ...answered, model: withTextReports(answered) }
  if (isDisputed(one.model)) return flagForAttention(tx, one, 'DIFFERENT_FIGURES')
  const mode = (one.model.approvalMode ?? 'Approval') as ApprovalMode
  const several = one.kind === 'multiVendor'
  if (several && mode !== 'Approval') {
    const at = new Date(Date.now() + writeAfterMs)
    await updateExecution(tx, one.id, {
      phase: 'waiting',
      model: { ...one.model, waitingToComplete: true, expires: at.toISOString() },
      talk: one.talk,
    })
    await addJob(tx, { kind: 'talk.write', key: `talk.write:${one.id}:${one.rev}`, payload: { execution: one.id }, runAt: at })
    return
  }
  if (mode === 'Automatic') return writeByBot(tx, one)
  await updateExecution(tx, one.id, { phase: 'decide', model: { ...one.model, requiresApproval: true }, talk: one.talk })
  if (mode === 'Procore' && one.model.expires !== undefined)
    await addJob(tx, {
      kind: 'talk.write',
      key: `talk.write:${one.id}:${one.rev}`,
      payload: { execution: one.id },
      runAt: new Date(one.model.expires),
    })
}

/** The bots write the entry without a person. */
export async function writeByBot(tx: Transaction, one: StoredExecution): Promise<void> {
  const tags = [...(one.model.tags ?? []).filter(({ label }) => label !== processingTag), { label: processingTag, color: 'blue' }]
  const rev = await updateExecution(tx, one.id, {
    phase: 'working',
    model: { ...one.model, completionAction: 'WRITE', tags },
    talk: { ...one.talk, action: 'WRITE' },
  })
  await addJob(tx, { kind: 'execution', key: `execution:${one.id}:${rev}`, payload: { execution: one.id, action: 'WRITE', byBot: true } })
}
