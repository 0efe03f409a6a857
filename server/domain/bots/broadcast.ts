import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import { BotContact } from '../../../contract/endpoints/conversations.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { giveBackMessage, takeMessage } from '../billing/takeMessage.ts'
import type { ActionRequest } from '../actions/actionRequest.ts'
import { isAvailable } from './isDue.ts'
import { canText } from '../texts/canText.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { localTime } from './localTime.ts'

const mobilePattern = /^\+[1-9]\d{6,14}$/

const Said = z.object({
  id: z.string(),
  team: z.string(),
  demo: z.boolean(),
  title: z.string(),
  contacts: z.nullable(z.union([z.array(BotContact), z.string()])),
  message: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  role: z.nullable(TeamRole),
})
type Said = Readonly<z.infer<typeof Said>>

/** Returns the distinct numbers of a contact list that are available on this day. */
function mobilesOf(contacts: Said['contacts'], day: string): string[] {
  const list = fromJson<unknown>(contacts)
  const numbers = (Array.isArray(list) ? (list as Partial<BotContact>[]) : [])
    .filter((one) => isAvailable(one, day))
    .map(({ mobile }) => mobile)
  return [...new Set(numbers)].filter((mobile): mobile is string => typeof mobile === 'string' && mobilePattern.test(mobile))
}

/**
 * Sends the message of a broadcast record to all contacts of the bot, one job per number. Sends nothing if
 * the author may not read all records of the project.
 */
export async function broadcast(app: App, { key, path, actor }: ActionRequest): Promise<void> {
  const form = path.split('/')[1] ?? ''
  const [said] = await rows(
    app.storage.db,
    Said,
    sql`select a.id, a.team, a.demo, a.title, a.model -> 'contacts' as contacts, r.model ->> 'message' as message, m.role,
          coalesce(a.model ->> 'timezone', s.timezone, ${projectZone}) as timezone from automations a
        join records r on r.path = ${path} and not r.deleted left join teams t on t.id = a.team
        left join sites s on s.id = a.site and s.team = a.team left join members m on m.team = a.team and m.uid = ${actor}
        where a.form = ${form} and a.class = 'broadcast' and not a.deleted and not a.archived and not a.disabled limit 1`,
  )
  if (!said?.message || !may(said.role ?? undefined, 'record.readAll') || !canText(app)) return
  const text = `${said.title}: ${said.message.trim()}\nSTOP = no more texts`
  const { team, id: automation, demo } = said
  const now = new Date()
  const { day } = localTime(said.timezone ?? 'UTC', now)
  const at = now.toISOString()
  for (const to of mobilesOf(said.contacts, day))
    await addJob(app.storage.db, { kind: 'broadcast', key: `${key}:${to}`, payload: { to, text, team, automation, demo, at } })
  app.storage.jobSignal.notify()
}

/** A broadcast text expires after this time, in ms. */
const newsMs = hoursToMilliseconds(2)

const Text = z.object({
  to: z.string(),
  text: z.string(),
  // Missing in jobs of an earlier version.
  team: z.optional(z.string()),
  automation: z.optional(z.string()),
  demo: z.optional(z.boolean()),
  at: z.optional(z.string()),
})

/**
 * Sends one text of a broadcast. Skips it if it has expired, the number has said STOP, or the account that
 * pays has no messages left.
 */
export async function sendBroadcast(app: App, job: Job): Promise<void> {
  const { to, text, team, at, ...bot } = z.parse(Text, job.payload)
  if (at !== undefined && Date.now() - Date.parse(at) > newsMs) return
  if ((await rows(app.storage.db, sql`select 1 from text_refusals where mobile = ${to}`)).length > 0) return
  if (team !== undefined && !(await takeMessage(app.storage.db, { key: job.key, team, ...bot }))) return
  try {
    await app.sms.send({ to, text, key: job.key })
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    await giveBackMessage(app.storage.db, job.key)
    app.log.warn({ reason: error.message, job: job.id }, 'a text was not sent')
  }
}
