import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type LogMessage, LogRefused } from '../../adapters/daily-log/dailyLog.ts'
import { CompletionAction, type Manpower } from '../../../contract/endpoints/executions.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { Job } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { type Line, noteLines, writeLines } from '../daily-log/writeLines.ts'
import { LoginNeeded } from '../daily-log/accessOf.ts'
import { settled } from './settled.ts'
import { waitForLogin } from './waitForLogin.ts'
import { updateExecution } from './writeExecution.ts'
import { type ExecutionModel, type StoredExecution, findExecution } from './executionRow.ts'
import { addLine } from './addLine.ts'

const Payload = z.object({ execution: z.string(), action: CompletionAction, byBot: z.optional(z.boolean()) })

/** The job after a decision: carries it out once, however often the job runs, and stores the result. */
export async function completeExecution(app: App, job: Job): Promise<void> {
  const { execution, action, byBot = false } = z.parse(Payload, job.payload)
  const one = await app.storage.transaction((tx) => prepare(tx, execution, action))
  if (!one) return
  try {
    await writeLines(app, execution, job.attempt > 1)
  } catch (error) {
    if (error instanceof LoginNeeded) return app.storage.transaction((tx) => waitForLogin(tx, execution, error, { action, byBot }))
    if (!(error instanceof LogRefused)) throw error
    await app.storage.transaction((tx) => fail(tx, execution, error.messages))
    return
  }
  await app.storage.transaction((tx) => finish(tx, execution, action, byBot))
}

/**
 * Stores the effects of the action before it starts, so that another run continues in the same way after a
 * crash. Returns undefined if it is done already.
 */
async function prepare(tx: Transaction, id: string, action: CompletionAction): Promise<StoredExecution | undefined> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one || one.phase !== 'working' || one.model.completionAction !== action) return undefined
  if (action === 'APPROVE' || action === 'WRITE') await noteLines(tx, targetOf(one), linesOf(one))
  else if (one.model.requiresAttentionCode !== 'NIL_ENTRY')
    await tx.execute(sql`update daily_log_entries set state = 'dropped' where execution = ${id} and state in ('waiting', 'refused')`)
  if (action === 'DISABLE_VENDOR') await disableContact(tx, one)
  return one
}

export const targetOf = (one: StoredExecution) => ({
  execution: one.id,
  team: one.team,
  day: one.model.date ?? one.day,
  kind: one.kind === 'notes' ? ('notes' as const) : ('manpower' as const),
  pending: one.model.approvalMode === 'Procore',
})

/** Returns the daily log lines of an execution. */
export function linesOf({ id, kind, model, talk }: StoredExecution): Line[] {
  const line = (
    key: string,
    answer: Manpower,
    more: { trade?: string | undefined; cost_code?: string | undefined },
    vendor?: string,
  ): Line => {
    const { worker_count, worker_hours, hours, location, notes } = answer
    return { key, model: { ...more, vendor: vendor ?? answer.vendor ?? '', worker_count, worker_hours, hours, location, notes } }
  }
  if (kind === 'multiVendor')
    return (model.executionVendors ?? []).flatMap(({ key, vendor, trade, cost_code }) => {
      const answer = model.finishedModels?.[key]
      return answer ? [line(`${id}:${key}`, answer, { trade, cost_code }, vendor)] : []
    })
  const { trade, cost_code } = talk as { trade?: string; cost_code?: string }
  const answer = (model.model ?? {}) as Manpower & { comment?: string }
  if (kind === 'notes')
    return [{ key: id, model: { vendor: answer.vendor ?? model.vendor ?? '', notes: answer.comment, location: answer.location } }]
  return [line(id, answer, { trade, cost_code }, answer.vendor ?? model.vendor)]
}

const ContactsRow = z.object({ contacts: z.nullable(z.union([z.array(z.record(z.string(), z.unknown())), z.string()])) })

/** Disables the contacts with this number and vendor until a person enables them again. */
async function disableContact(tx: Transaction, one: StoredExecution): Promise<void> {
  const [bot] = await rows(
    tx,
    ContactsRow,
    sql`select model -> 'contacts' as contacts from automations where id = ${one.automation} for update`,
  )
  const contacts = fromJson<Record<string, unknown>[]>(bot?.contacts ?? [])
  const { vendor: named, executionVendors = [], unknownVendors } = one.model
  // With several vendors of one contact, only those that are not in the list of the project.
  const vendors = new Set(unknownVendors ?? [named, ...executionVendors.map(({ vendor }) => vendor)])
  const next = contacts.map((contact) =>
    contact['mobile'] === (one.model.configuredNumber ?? one.mobile) &&
    (contact['vendor'] === undefined || vendors.has(String(contact['vendor'])))
      ? { ...contact, disabled: true, disabledUntil: 'permanently' }
      : contact,
  )
  await tx.execute(
    sql`update automations set model = model || ${JSON.stringify({ contacts: next })}::jsonb, rev = rev + 1, updated_at = now() where id = ${one.automation}`,
  )
}

/** The result of each action, for the chat log. */
const results: Readonly<Record<CompletionAction, string>> = {
  APPROVE: 'Written to the daily log.',
  WRITE: 'Written to the daily log.',
  REJECT: 'Rejected. Nothing was written.',
  DISABLE_VENDOR: 'The vendor is disabled.',
  ACKNOWLEDGE: 'Acknowledged.',
}

async function finish(tx: Transaction, id: string, action: CompletionAction, byBot: boolean): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one || one.phase !== 'working' || one.model.completionAction !== action) return
  const written = action === 'APPROVE' || action === 'WRITE'
  const isPending = written && one.model.approvalMode === 'Procore'
  const message = isPending ? 'Written to the daily log as a pending entry.' : results[action]
  const model: ExecutionModel = {
    ...settled(one.model),
    requiresApproval: false,
    requiresAttention: false,
    // No person has seen an entry that a bot wrote by itself.
    completed: !byBot,
    approveResult: { messages: [{ type: written ? 'success' : 'info', message }] },
  }
  await addLine(tx, { execution: id, way: 'note', text: message })
  await updateExecution(tx, id, { phase: 'done', model, ...(action === 'REJECT' && { talk: { ...one.talk, rejected: true } }) })
}

/** The log refused the entry: a person has to look, and may try again. */
export async function fail(tx: Transaction, id: string, messages: readonly LogMessage[]): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one || one.phase === 'done') return
  const model: ExecutionModel = {
    ...settled(one.model),
    requiresApproval: false,
    requiresAttention: true,
    requiresAttentionCode: 'APPROVE_FAILURE',
    approveFailure: { messages: [...messages] },
  }
  for (const { message } of messages) await addLine(tx, { execution: id, way: 'note', text: message })
  await updateExecution(tx, id, { phase: 'decide', model })
}
