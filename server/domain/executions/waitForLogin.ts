import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { CompletionAction, processingTag } from '../../../contract/endpoints/executions.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { LoginNeeded } from '../daily-log/accessOf.ts'
import { loginBackJob } from '../sign-in/loginTokens.ts'
import { addLine } from './addLine.ts'
import { findExecution, type StoredExecution } from './executionRow.ts'
import { settled } from './settled.ts'
import { updateExecution } from './writeExecution.ts'

/** What continues when the login is back, in `talk.waitsForLogin`. Without an action it is a nil entry. */
const Waits = z.object({
  action: z.optional(CompletionAction),
  byBot: z.optional(z.boolean()),
  /** What a person had to look at before. */
  code: z.optional(z.string()),
  /** The billing account whose service account the system refused. */
  refusedBilling: z.optional(z.string()),
})
type Waits = z.infer<typeof Waits>

/** The code of an entry that waits. With another one, a person has to look first. */
const waitingCode = 'APPROVE_FAILURE'

/** The entry waits for a login: the people who decide about the conversation see who has to link which one. */
export async function waitForLogin(
  tx: Transaction,
  id: string,
  { messages, refusedBilling }: LoginNeeded,
  { action, byBot }: Pick<Waits, 'action' | 'byBot'>,
): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one) return
  if (action === undefined ? !(await nilMayWait(tx, one)) : one.phase !== 'working' || one.model.completionAction !== action) return
  for (const { message } of messages) await addLine(tx, { execution: id, way: 'note', text: message })
  const code = one.model.requiresAttentionCode
  const waits: Waits = { action, byBot, code, refusedBilling }
  const model: typeof one.model = {
    ...settled(one.model),
    requiresApproval: false,
    requiresAttention: true,
    requiresAttentionCode: waitingCode,
    approveFailure: { messages: [...messages] },
  }
  const isDone = one.phase === 'done'
  const talk = { ...one.talk, waitsForLogin: waits }
  const rev = await updateExecution(tx, id, { phase: isDone ? 'done' : 'decide', model: isDone ? one.model : model, talk })
  await addJob(tx, lookAgain(`${id}:${rev}`, { execution: id, pause: firstPause }))
}

/** Whether this nil entry begins to wait. Throws while a decision is carried out: the job then tries again. */
async function nilMayWait(tx: Transaction, one: StoredExecution): Promise<boolean> {
  if (one.phase === 'working') throw new Error('a decision about this entry is carried out')
  if (one.phase === 'decide') return one.talk['waitsForLogin'] === undefined && one.model.requiresAttentionCode !== 'MODIFIED_AFTER_FINISH'
  const left = await rows(tx, sql`select 1 from daily_log_entries where execution = ${one.id} and state = 'waiting' limit 1`)
  return left.length > 0
}

/**
 * A login of a bot owner is back, a billing account has a service account, a project has another billing account, or
 * one entry looks again by itself.
 */
const Back = z.union([
  z.object({ execution: z.string(), pause: z.number() }),
  z.object({ uid: z.string(), provider: z.string() }),
  z.object({ billing: z.string() }),
  z.object({ team: z.string() }),
])

/**
 * Pauses between two looks, ms; each is twice as long as the one before. A login may come back while an entry
 * begins to wait.
 */
const firstPause = 20_000
const longestPause = 3_600_000

const lookAgain = (key: string, payload: { readonly execution: string; readonly pause: number }) => ({
  kind: loginBackJob,
  key: `${loginBackJob}:${key}`,
  payload,
  runAt: new Date(Date.now() + payload.pause),
})

const IdRow = z.object({ id: z.string() })

const hasLogin = sql`exists (select 1 from logins l where l.uid = a.owner and l.provider = t.source and l.access_sealed is not null)`
/** A complete service account that this entry has not tried. */
const hasService = sql`exists (select 1 from billing_accounts b where b.id = t.billing and not b.deleted
  and b.model ->> 'hasProcoreServiceAccount' = 'Yes' and b.model ->> 'procoreServiceAccountClientId' <> ''
  and b.model ->> 'procoreServiceAccountClientSecret' <> '' and b.id is distinct from e.talk -> 'waitsForLogin' ->> 'refusedBilling')`

/** The job that continues the writes that waited for this login, each once. */
export async function wakeWaitingWrites(app: App, job: Job): Promise<void> {
  const back = z.parse(Back, job.payload)
  const waiting = await rows(
    app.storage.db,
    IdRow,
    sql`select e.id from automations a join teams t on t.id = a.team join executions e on e.automation = a.id
        where ${whose(app, back)} and e.phase in ('decide', 'done') and e.talk -> 'waitsForLogin' is not null order by e.id`,
  )
  for (const { id } of waiting) await app.storage.transaction((tx) => wake(tx, id))
  if ('execution' in back) await keepLooking(app, job, back)
  app.storage.jobSignal.notify()
}

function whose({ loginProviders }: App, back: z.infer<typeof Back>): SQL {
  if ('execution' in back) {
    // A login of a provider that is not set any more cannot be used.
    const providers = sql`(select jsonb_array_elements_text(${JSON.stringify(loginProviders.map(({ key }) => key))}::jsonb))`
    return sql`e.id = ${back.execution} and (${hasLogin} and t.source in ${providers} or ${hasService})`
  }
  if ('team' in back) return sql`t.id = ${back.team} and ${hasService}`
  if ('billing' in back) return sql`t.billing = ${back.billing}`
  return sql`a.owner = ${back.uid} and t.source = ${back.provider} and ${hasLogin}`
}

async function keepLooking(app: App, job: Job, { execution, pause }: { execution: string; pause: number }): Promise<void> {
  const one = await findExecution(app.storage.db, execution)
  if (one?.talk['waitsForLogin'] === undefined) return
  await addJob(app.storage.db, lookAgain(`${execution}:after-${job.id}`, { execution, pause: Math.min(pause * 2, longestPause) }))
}

async function wake(tx: Transaction, id: string): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  const { waitsForLogin, ...talk } = one?.talk ?? {}
  const waits = Waits.safeParse(waitsForLogin).data
  if (!one || !waits || one.teamArchived === true) return
  const { action, byBot = false, code } = waits
  const isWaiting = one.phase === 'decide' && one.model.requiresAttentionCode === waitingCode
  const requiresAttentionCode = code as typeof one.model.requiresAttentionCode
  const model = { ...settled(one.model), ...(requiresAttentionCode && { requiresAttentionCode }) }
  if (action === undefined) {
    if (!isWaiting && one.phase !== 'done') return
    const rev = await updateExecution(tx, id, { phase: one.phase, model: isWaiting ? model : one.model, talk })
    await addJob(tx, { kind: 'talk.nil', key: `talk.nil:${id}:${rev}`, payload: { execution: id } })
    return
  }
  if (!isWaiting) return
  const tags = [...(model.tags ?? []), { label: processingTag, color: 'blue' }]
  const rev = await updateExecution(tx, id, { phase: 'working', model: { ...model, completionAction: action, tags }, talk })
  await addJob(tx, { kind: 'execution', key: `execution:${id}:${rev}`, payload: { execution: id, action, byBot } })
}
