import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { CompletionAction, processingTag } from '../../../contract/endpoints/executions.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { LoginNeeded } from '../daily-log/accessOf.ts'
import { loginBackJob } from '../sign-in/loginTokens.ts'
import { addLine } from './addLine.ts'
import { findExecution } from './executionRow.ts'
import { settled } from './settled.ts'
import { updateExecution } from './writeExecution.ts'

/** What continues when the login is back, in `talk.waitsForLogin`. Without an action it is a nil entry. */
const Waits = z.object({
  action: z.optional(CompletionAction),
  byBot: z.optional(z.boolean()),
  /** What a person had to look at before. */
  code: z.optional(z.string()),
})
type Waits = z.infer<typeof Waits>

/** The entry waits for a login: the people who decide about the conversation see who has to link which one. */
export async function waitForLogin(tx: Transaction, id: string, { messages }: LoginNeeded, waits: Waits): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  if (!one || one.phase === 'done') return
  if (waits.action !== undefined && (one.phase !== 'working' || one.model.completionAction !== waits.action)) return
  for (const { message } of messages) await addLine(tx, { execution: id, way: 'note', text: message })
  const code = one.model.requiresAttentionCode
  await updateExecution(tx, id, {
    phase: 'decide',
    model: {
      ...settled(one.model),
      requiresApproval: false,
      requiresAttention: true,
      requiresAttentionCode: 'APPROVE_FAILURE',
      approveFailure: { messages: [...messages] },
    },
    talk: { ...one.talk, waitsForLogin: { ...waits, ...(waits.action === undefined && code !== undefined && { code }) } },
  })
  await addJob(tx, {
    kind: loginBackJob,
    key: `${loginBackJob}:${id}:${one.rev}`,
    payload: { uid: one.botOwner, provider: one.source },
    runAt: new Date(Date.now() + lookAgainAfter),
  })
}

/** A login of a bot owner is back, or a billing account has a service account. */
const Back = z.union([z.object({ uid: z.string(), provider: z.string() }), z.object({ billing: z.string() })])
/** A login may have come back while this entry began to wait, ms. */
const lookAgainAfter = 20_000

const IdRow = z.object({ id: z.string() })

/** The job that continues the writes that waited for this login, each once. */
export async function wakeWaitingWrites(app: App, job: Job): Promise<void> {
  const back = z.parse(Back, job.payload)
  const whose =
    'billing' in back
      ? sql`t.billing = ${back.billing}`
      : sql`a.owner = ${back.uid} and t.source = ${back.provider}
            and exists (select 1 from logins l where l.uid = a.owner and l.provider = t.source and l.access_sealed is not null)`
  const waiting = await rows(
    app.storage.db,
    IdRow,
    sql`select e.id from automations a join teams t on t.id = a.team join executions e on e.automation = a.id
        where ${whose} and e.phase = 'decide' and e.talk -> 'waitsForLogin' is not null order by e.id`,
  )
  for (const { id } of waiting) await app.storage.transaction((tx) => wake(tx, id))
  app.storage.jobSignal.notify()
}

async function wake(tx: Transaction, id: string): Promise<void> {
  const one = await findExecution(tx, id, { lock: true })
  const { waitsForLogin, ...talk } = one?.talk ?? {}
  const waits = Waits.safeParse(waitsForLogin).data
  if (!one || !waits || one.phase !== 'decide' || one.teamArchived === true) return
  const { action, byBot = false, code } = waits
  if (action === undefined) {
    const requiresAttentionCode = code as typeof one.model.requiresAttentionCode
    const model = { ...settled(one.model), ...(requiresAttentionCode && { requiresAttentionCode }) }
    const rev = await updateExecution(tx, id, { phase: 'decide', model, talk })
    await addJob(tx, { kind: 'talk.nil', key: `talk.nil:${id}:${rev}`, payload: { execution: id } })
    return
  }
  const model = settled(one.model)
  const tags = [...(model.tags ?? []), { label: processingTag, color: 'blue' }]
  const rev = await updateExecution(tx, id, { phase: 'working', model: { ...model, completionAction: action, tags }, talk })
  await addJob(tx, { kind: 'execution', key: `execution:${id}:${rev}`, payload: { execution: id, action, byBot } })
}
