import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { LogRefused } from '../../adapters/daily-log/dailyLog.ts'
import { SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import type { DailyNote, Manpower } from '../../../contract/endpoints/executions.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addJob, type Job, type JobHandlers } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { writeLines } from '../daily-log/writeLines.ts'
import { giveBackMessage, takeMessage } from '../billing/takeMessage.ts'
import { LoginNeeded } from '../daily-log/accessOf.ts'
import { completeExecution, fail } from '../executions/completeExecution.ts'
import { wakeWaitingWrites, waitForLogin } from '../executions/waitForLogin.ts'
import { loginBackJob } from '../sign-in/loginTokens.ts'
import { updateExecution } from '../executions/writeExecution.ts'
import { type StoredExecution, findExecution } from '../executions/executionRow.ts'
import { addLine, wasReached } from '../executions/addLine.ts'
import { sendReply } from './startConversations.ts'
import { afterReading, applyAnswer, flagForAttention, completeConversation, writeByBot, writeNil } from './handleInbound.ts'
import { manpowerJob, meetReport } from './meetReport.ts'
import { replyTemplates } from './replyTemplates.ts'
import { secondReading } from './secondReading.ts'
import type { Talk } from './step.ts'

const Of = z.object({ execution: z.string() })
const Sent = z.object({ execution: z.string(), n: z.number() })
const Read = z.object({ execution: z.string(), text: z.string(), rev: z.number() })
const Late = z.object({ execution: z.string(), text: z.string() })

/** The job handlers of conversations. Each checks what is left to do, so a second run does nothing. */
export const conversationJobs = (app: App): JobHandlers => ({
  execution: (job) => completeExecution(app, job),
  'talk.send': (job) => send(app, job),
  'talk.remind': (job) => withOne(app, job, remind),
  'talk.expire': (job) => withOne(app, job, expire),
  'talk.write': (job) => withOne(app, job, writeWaiting),
  'talk.late': (job) => late(app, job),
  [loginBackJob]: (job) => wakeWaitingWrites(app, job),
  'talk.nil': (job) => writeNilLines(app, job),
  'talk.read': (job) => read(app, job),
  [manpowerJob]: (job) => meetReport(app, job),
})

async function withOne(app: App, job: Job, act: (tx: Transaction, one: StoredExecution) => Promise<void>): Promise<void> {
  const { execution } = z.parse(Of, job.payload)
  await app.storage.transaction(async (tx) => {
    const one = await findExecution(tx, execution, { lock: true })
    if (one) await act(tx, one)
  })
  app.storage.jobSignal.notify()
}

/** A held text tries again after this time, in ms. */
const heldMs = 600_000

const Going = z.object({
  text: z.string(),
  held: z.boolean(),
  mobile: z.string(),
  team: z.string(),
  automation: z.string(),
  demo: z.boolean(),
  phase: z.string(),
})

/**
 * Sends a text if the account that pays has a message left. Otherwise the text is held for as long as the
 * conversation is open. A lasting failure means a wrong number; any other failure is retried.
 */
async function send(app: App, job: Job): Promise<void> {
  const { execution, n } = z.parse(Sent, job.payload)
  const [line] = await rows(
    app.storage.db,
    Going,
    sql`select l.text, l.held_at is not null as held, e.mobile, e.team, e.automation, e.demo or coalesce(a.demo, false) as demo, e.phase
        from execution_messages l join executions e on e.id = l.execution left join automations a on a.id = e.automation
        where l.execution = ${execution} and l.n = ${n} and l.sent_at is null and l.failed is null`,
  )
  if (!line) return
  // The waiting time ended before the question was sent. Do not ask at night about a day that is over.
  if (line.phase !== 'asking' && !(await wasReached(app.storage.db, execution))) return
  const key = `talk:${execution}:${n}`
  const hold = (at: SQL) =>
    app.storage.db.execute(sql`update execution_messages set held_at = ${at} where execution = ${execution} and n = ${n}`)
  if (!(await takeMessage(app.storage.db, { key, team: line.team, automation: line.automation, demo: line.demo }))) {
    if (!line.held) await hold(sql`now()`)
    const again = { kind: 'talk.send', key: `${key}:${job.id}`, payload: { execution, n }, runAt: new Date(Date.now() + heldMs) }
    if (line.phase === 'asking') await addJob(app.storage.db, again)
    return
  }
  if (line.held) await hold(sql`null`)
  try {
    await app.sms.send({ to: line.mobile, text: line.text, key: `talk.send:${execution}:${n}` })
    await app.storage.db.execute(sql`update execution_messages set sent_at = now() where execution = ${execution} and n = ${n}`)
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    await app.storage.transaction(async (tx) => {
      const one = await findExecution(tx, execution, { lock: true })
      await giveBackMessage(tx, key)
      await tx.execute(sql`update execution_messages set failed = ${error.message} where execution = ${execution} and n = ${n}`)
      if (one?.phase === 'asking') await flagForAttention(tx, one, 'INVALID_NUMBER')
    })
  }
}

/** Sends one reminder if there is no answer yet. A timer that fires twice sends no second one. */
async function remind(tx: Transaction, one: StoredExecution): Promise<void> {
  const talk = one.talk as unknown as Talk
  if (one.phase !== 'asking' || talk['reminded'] === true || one.teamArchived) return
  const heard = await rows(tx, sql`select 1 from execution_messages where execution = ${one.id} and way = 'in' limit 1`)
  if (heard.length > 0 || !(await wasReached(tx, one.id))) return
  await updateExecution(tx, one.id, { phase: 'asking', model: one.model, talk: { ...talk, reminded: true } })
  const vendor = one.model.executionVendors?.[0]?.vendor ?? one.model.vendor ?? ''
  await sendReply(tx, one.id, replyTemplates(talk.lang).remind(vendor))
}

/**
 * Ends the waiting time. Answers so far count, and missing manpower figures become 0 (a nil entry). If the
 * first text was held the whole time, the bot never asked, so no entry is made.
 */
async function expire(tx: Transaction, one: StoredExecution): Promise<void> {
  if (one.phase !== 'asking') return
  if (!(await wasReached(tx, one.id))) {
    await addLine(tx, { execution: one.id, way: 'note', text: 'No text could go out in time. Nobody was asked.' })
    return flagForAttention(tx, one, 'NOT_ASKED')
  }
  // Nothing is written in an archived project.
  if (one.teamArchived) return flagForAttention(tx, one, 'EXPIRED')
  const { model, talk } = one
  if (one.kind === 'notes') {
    if (((model.model ?? {}) as DailyNote).comment) return completeConversation(tx, one)
    await addLine(tx, { execution: one.id, way: 'note', text: 'No answer in time.' })
    return flagForAttention(tx, one, 'EXPIRED')
  }
  // Only the confirmation is missing. A guess of a language model does not count without it.
  const { expects, guess } = talk as unknown as Talk
  if (expects === 'confirm' && guess === undefined) return completeConversation(tx, one)
  const nil = (answered: Manpower = {}): Manpower => {
    const worker_count = answered.worker_count ?? 0
    const worker_hours = answered.worker_hours ?? 0
    return { ...answered, worker_count, worker_hours, hours: Math.round(worker_count * worker_hours * 100) / 100 }
  }
  const guessed: StoredExecution = {
    ...one,
    model:
      one.kind === 'multiVendor'
        ? {
            ...model,
            finishedModels: Object.fromEntries((model.executionVendors ?? []).map(({ key }) => [key, nil(model.finishedModels?.[key])])),
          }
        : { ...model, model: { ...nil(model.model as Manpower | undefined) } },
  }
  await addLine(tx, { execution: one.id, way: 'note', text: 'No answer in time.' })
  await flagForAttention(tx, guessed, 'EXPIRED')
  if (model.approvalMode === 'Procore') await writeNil(tx, guessed)
}

/** Writes the entry when the delay of five minutes, or the waiting time of a pending entry, is over. */
async function writeWaiting(tx: Transaction, one: StoredExecution): Promise<void> {
  const pending = one.phase === 'decide' && one.model.requiresApproval === true && one.model.approvalMode === 'Procore'
  if (one.phase !== 'waiting' && !pending) return
  if (one.teamArchived) return leaveToPerson(tx, one)
  await writeByBot(tx, { ...one, model: { ...one.model, requiresApproval: false } })
}

/** In an archived project the bots write nothing. After it is restored, a person decides. */
async function leaveToPerson(tx: Transaction, one: StoredExecution): Promise<void> {
  await updateExecution(tx, one.id, { phase: 'decide', model: { ...one.model, waitingToComplete: false, requiresApproval: true } })
}

const lineOf = (jobKey: string) => `in:${jobKey.slice('talk.late:'.length)}`

/** Handles a text that arrived while the bots were writing. */
async function late(app: App, job: Job): Promise<void> {
  const { execution, text } = z.parse(Late, job.payload)
  await app.storage.transaction(async (tx) => {
    const one = await findExecution(tx, execution, { lock: true })
    if (one?.phase === 'working') throw new Error('the bots are still at it')
    // `sent_at` marks the text as handled, so a second run neither changes nor sends anything.
    const fresh = await rows(
      tx,
      sql`update execution_messages set sent_at = now() where key = ${lineOf(job.key)} and sent_at is null returning n`,
    )
    if (one && fresh.length > 0) await applyAnswer(tx, one, text, { helped: app.assistant !== undefined })
  })
}

/**
 * Asks the language model about a text that the rules did not understand. The result is dropped if the
 * conversation has changed since.
 */
async function read(app: App, job: Job): Promise<void> {
  const { execution, text, rev } = z.parse(Read, job.payload)
  const still = (one: StoredExecution | undefined): one is StoredExecution =>
    one?.phase === 'asking' && one.rev === rev && one.teamArchived !== true
  const before = await findExecution(app.storage.db, execution)
  if (!still(before)) return
  const found = await secondReading(app, before, text)
  await app.storage.transaction(async (tx) => {
    const one = await findExecution(tx, execution, { lock: true })
    if (still(one)) await afterReading(tx, one, text, found)
  })
  app.storage.jobSignal.notify()
}

/** Writes the lines of a nil entry. The conversation still needs a person to acknowledge it. */
async function writeNilLines(app: App, job: Job): Promise<void> {
  const { execution } = z.parse(Of, job.payload)
  try {
    await writeLines(app, execution, job.attempt > 1)
  } catch (error) {
    if (error instanceof LoginNeeded) return app.storage.transaction((tx) => waitForLogin(tx, execution, error, {}))
    if (!(error instanceof LogRefused)) throw error
    await app.storage.transaction((tx) => fail(tx, execution, error.messages))
  }
}
