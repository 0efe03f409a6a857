import { secondsInDay } from 'date-fns/constants'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type DemoBegun, demoForm, demoTeam, mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import { sourceOfSystem } from '../../../contract/endpoints/projects.ts'
import { Email, Mobile } from '../../../contract/endpoints/sign-in.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { addressOf, type App } from '../app.ts'
import { publishForm, versionOf } from '../forms/publishForm.ts'
import { addressGroup, countAgainst, type Limit, limits, overLimit } from '../limits/limits.ts'
import { changeOnce } from '../records/changeRecord.ts'
import { anonymous } from '../records/person.ts'
import { newId } from '../newId.ts'
import { addMessage, type Message, sendPending } from '../texts/messageJob.ts'
import { isServedNumber } from '../texts/isServedNumber.ts'
import form from './manpower-demo.form.json' with { type: 'json' }

const perAddress: Limit = { name: 'demo-address', most: 20, withinSeconds: 3600 }
const perNumber: Limit = { name: 'demo-number', most: 10, withinSeconds: secondsInDay }
/** For the whole server: anonymous visitors create demo bots and conversations as rows. */
const altogether: Limit = { name: 'demo-all', most: 600, withinSeconds: 3600 }

export interface Visit {
  readonly page: 'groundbreak' | 'demo'
  readonly project?: string | undefined
  /** Absent: the project is named without a system. */
  readonly system?: string | undefined
  readonly email: string
  readonly name: string
  readonly company: string
  readonly number: string
  readonly time: string
  readonly address: string
  readonly language: Language
  /** The origin of the request. */
  readonly origin: string
}

/** The reason why a demo bot takes no more (decision OQ-158). */
export const demoLimitReached = text('The demo limit is reached: a demo bot has at most {mostConversations} conversations.')

/**
 * Starts a conversation with the demo bot of the visitor, which the first request creates. It is a record
 * that they may fill through its link, which they get by text. Invalid input and an exhausted demo return
 * `error` and store nothing. Throws TooManyRequests.
 */
export async function beginDemo(app: App, visit: Visit): Promise<DemoBegun> {
  const { page, email, name, company, number, project, language } = visit
  const refuse = (words: Text) => ({ error: translate(language, words) })
  if ([email, name, company, number, ...(page === 'demo' ? [project ?? ''] : [])].some((given) => given.trim() === ''))
    return refuse(page === 'demo' ? text('All fields required') : text('* all fields required *'))
  if (!Email.safeParse(email).success) return refuse(text('Write the email like ana@example.com.'))
  if (!Mobile.safeParse(number).success) return refuse(text('Write the whole cell number, like +1 202 555 0123.'))
  if (!isServedNumber(number)) return refuse(text('The cell number should be a mobile number of the US, Canada, Australia or the UK.'))
  const time = new Date(visit.time)
  if (Number.isNaN(time.getTime())) return refuse(text('Write the time like 2026-05-04T06:45:00.000Z.'))
  await countAgainst(app, perAddress, addressGroup(visit.address))
  await countAgainst(app, perNumber, number)
  await countAgainst(app, altogether, '')
  await makeReady(app)
  const mayText = await mayTextVisitor(app, number)
  const { begun, url, pending } = await app.storage.transaction(async (tx) => {
    const made = await begin(tx, visit, time)
    if (made.execution === undefined) return { begun: made }
    const link = `/frontend/automation/${made.automation}/execution/${made.execution}`
    return { begun: made, url: link, pending: mayText ? await addMessage(app, tx, linkTo(app, visit, link)) : undefined }
  })
  if (url === undefined) return begun
  if (pending) app.later(sendPending(app, pending))
  return { ...begun, url }
}

const FormRow = z.object({ version: z.string(), public: z.boolean() })

/** Creates or updates the project and the form of demo bots to those of this version. */
async function makeReady(app: App): Promise<void> {
  await app.storage.db.execute(
    sql`insert into teams (id, name, model) values (${demoTeam}, 'Public demo', '{"demo": true}'::jsonb) on conflict do nothing`,
  )
  const [known] = await rows(app.storage.db, FormRow, sql`select version, public from forms where key = ${demoForm}`)
  if (known?.version === versionOf(form as never) && known.public) return
  const published = await publishForm(app, { key: demoForm, team: demoTeam, settings: form, public: true })
  if (!published.ok) throw new Error(`the form of the demo has problems: ${JSON.stringify(published.problems)}`)
}

const DemoBotRow = z.object({ id: z.string(), used: z.number() })

async function begin(tx: Transaction, visit: Visit, time: Date): Promise<DemoBegun> {
  const { page, email, name, company, number, project = '' } = visit
  const system = sourceOfSystem(visit.system ?? '') ?? ''
  const who = email.trim().toLowerCase()
  // Serializes requests of the same visitor, so that they get one bot.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`demo ${who} ${system} ${project}`}))`)
  const [bot] = await rows(
    tx,
    DemoBotRow,
    sql`select a.id, (select count(*)::int from demo_requests r where r.automation = a.id and r.execution is not null) as used
        from automations a where a.team = ${demoTeam} and a.demo and not a.deleted and a.model ->> 'email' = ${who}
          and coalesce(a.model ->> 'project', '') = ${project} and coalesce(a.model ->> 'system', '') = ${system} limit 1`,
  )
  const automation = bot?.id ?? newId()
  if (bot && bot.used >= mostConversations) return { automation, error: translate(visit.language, demoLimitReached, { mostConversations }) }
  if (!bot)
    await tx.execute(
      sql`insert into automations (id, team, owner, class, title, form, demo, model) values (${automation}, ${demoTeam}, 'demo', 'manpower',
            ${`Manpower Bot Demo: ${company}`}, ${demoForm}, true, ${JSON.stringify({ email: who, project, ...(system !== '' && { system }) })}::jsonb)`,
    )
  const execution = newId()
  await tx.execute(
    sql`insert into demo_requests (id, page, project, email, name, company, number, time, automation, execution)
        values (${newId()}, ${page}, ${project || null}, ${who}, ${name}, ${company}, ${number}, ${time.toISOString()}::timestamptz,
          ${automation}, ${execution})`,
  )
  await changeOnce(tx, {
    key: `demo:${execution}`,
    path: `forms/${demoForm}/${execution}`,
    tenant: demoTeam,
    actor: anonymous,
    change: () => ({ demo: true, label: 'DEMO', automation, company, reported_by: name, ...(project !== '' && { project }) }),
  })
  return { automation, execution }
}

/** Deletes requests older than 400 days if their conversation can no longer be opened. */
export async function pruneDemoRequests(storage: Storage): Promise<void> {
  await storage.db.execute(
    sql`delete from demo_requests d where d.created_at < now() - interval '400 days'
        and not exists (select 1 from automations a join records r on r.path = ${`forms/${demoForm}/`} || d.execution and not r.deleted
          where a.id = d.automation and not a.deleted)`,
  )
}

/** Closes the form of an earlier demo if no demo runs: its link no longer opens the form. */
export async function closeDemoForm(app: App): Promise<void> {
  await app.storage.db.execute(sql`update forms set public = false where key = ${demoForm} and team = ${demoTeam} and public`)
}

/**
 * The number is not verified, so the limits for unknown numbers apply. The text contains no user input:
 * otherwise the caller could send their own message in our name. The link leads to PUBLIC_URL; without it,
 * only an embedded text, which stays on this server, has the local address.
 */
function linkTo(app: App, { number, origin }: Visit, url: string): Message {
  const base = app.publicUrl ?? (app.sms.kind === 'embedded' ? addressOf(app, origin) : undefined)
  const where = base === undefined ? 'on the page where you asked for this demo.' : `here: ${base}${url}`
  return {
    by: 'text',
    to: number,
    text: `Hello, this is the Manpower Bot (demo). How many people of yours worked on site today? Please answer ${where}`,
  }
}

const mayTextVisitor = async (app: App, number: string): Promise<boolean> =>
  (await overLimit(app, limits.strangerPerNumber, number)) === 0 && (await overLimit(app, limits.strangers, '')) === 0
