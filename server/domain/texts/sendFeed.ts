import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { SmsFailed } from '../../adapters/sms/sms.ts'
import { Feed } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs.ts'
import type { App } from '../app.ts'

const Payload = z.object({ actor: z.string(), feed: Feed })

/**
 * The job after a save whose feed asks for a text (spec/1 §7): who saved gets it. Somebody without a number, or who used a public
 * form, gets none. What the provider will never take is noted and given up; anything else is tried again by the jobs.
 */
export async function sendFeed(app: App, job: Job): Promise<void> {
  const { actor, feed } = z.parse(Payload, job.payload)
  if (!feed.sms) return
  const [person] = await rows<{ mobile: string | null }>(
    app.storage.db,
    sql`select mobile from people where uid = ${actor} and not disabled`,
  )
  if (!person?.mobile) return
  try {
    await app.sms.send({ to: person.mobile, text: feed.text, key: job.key })
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    app.log.warn({ reason: error.message, job: job.id }, 'a text was not sent')
  }
}
