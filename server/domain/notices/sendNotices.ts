import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type PushNotice, sentKinds } from '../../../contract/rules/notices/pushNotice.ts'
import { PushFailed } from '../../adapters/push/PushAdapter.ts'
import { addJob, type Job, type JobHandlers } from '../../storage/addJob.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { noticeJob } from '../push/addNotice.ts'
import { pushChoiceOf } from '../push/pushOf.ts'
import { quietUntil } from '../push/quietUntil.ts'
import { SubscriptionRow, sendToSubscription, subscriptionColumns } from '../push/sendToSubscription.ts'
import { peopleBySession } from '../sign-in/person.ts'
import { noticesByKind } from './noticesByKind.ts'

/** Kind of the job that sends a notice to one browser. */
const pushJob = 'push'

const Subject = z.object({ kind: z.enum(sentKinds), id: z.string(), by: z.optional(z.string()) })
const Delivery = z.extend(Subject, { subscription: z.string() })

/** The job handlers of notices. */
export const noticeJobs = (app: App): JobHandlers => ({
  [noticeJob]: (job) => addDeliveries(app, job),
  [pushJob]: (job) => deliver(app, job),
})

const IdRow = z.object({ id: z.string() })

/** Adds one job per browser, so that a retry sends nothing again to the others. */
async function addDeliveries(app: App, job: Job): Promise<void> {
  const { kind, id, by } = z.parse(Subject, job.payload)
  const people = (await noticesByKind[kind].audience(app, id)).filter((uid) => uid !== by)
  const found = await rows(
    app.storage.db,
    IdRow,
    sql`select id from push_subscriptions where uid in (select jsonb_array_elements_text(${JSON.stringify(people)}::jsonb)) order by id`,
  )
  for (const { id: subscription } of found)
    await addJob(app.storage.db, { kind: pushJob, key: `${pushJob}:${job.key}:${subscription}`, payload: { kind, id, subscription } })
  if (found.length > 0) app.storage.jobSignal.notify()
}

/**
 * Sends a notice to one browser, with the rights, the choice and the state of now. In quiet hours it waits until they
 * end. If the server dies after the push service took it, it is sent again: its tag lets it replace itself.
 */
async function deliver(app: App, job: Job): Promise<void> {
  const { kind, id, subscription } = z.parse(Delivery, job.payload)
  const { db } = app.storage
  const [one] = await rows(db, SubscriptionRow, sql`select ${subscriptionColumns} where p.id = ${subscription}`)
  const session = one && (await peopleBySession(app.storage, [one.token])).get(one.token)
  if (!one || !session || session.wantsPasskey || session.person.disabled) return
  const { person } = session
  const choice = await pushChoiceOf(db, person.uid)
  if (choice.off.includes(kind)) return
  const notice = await noticesByKind[kind].noticeFor(app, person, id, choice.details)
  if (!notice) return
  const { isAlarm, ttl, title, body, path, tag } = notice
  const until = isAlarm ? undefined : quietUntil(choice.quiet, Date.now())
  if (until) {
    const key = `${pushJob}:${kind}:${id}:${subscription}:${until.toISOString()}`
    return addJob(db, { kind: pushJob, key, payload: { kind, id, subscription }, runAt: until })
  }
  const message: PushNotice = { to: person.uid, title, body, path, tag, isUrgent: isAlarm }
  try {
    await sendToSubscription(app, one, message, { urgency: kind === 'rollCall' ? 'high' : 'normal', ttl })
  } catch (error) {
    if (!(error instanceof PushFailed) || error.reason === 'temporary') throw error
    app.log.warn({ reason: error.message, kind, job: job.id }, 'a notice was not sent')
  }
}
