import { differenceInHours } from 'date-fns/differenceInHours'
import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { subHours } from 'date-fns/subHours'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { kioskActor } from '../../../contract/endpoints/kiosk.ts'
import type { Feed } from '../../../contract/endpoints/records.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'

/** Hours after a report when a text about an open hazard is sent. The last one ends the reminders. */
const stages = [24, 48, 72] as const

/** Interval for checking open hazards, in ms. */
const every = minutesToMilliseconds(10)

/** Maximum number of open hazards per bot: more cannot be followed up anyway. */
const mostOpen = 500

const Open = z.object({ path: z.string(), team: z.string(), what: z.nullable(z.string()), at: z.string() })
type Open = z.infer<typeof Open>

const reminder = text('Hazard open for {hours} hours: {what}. Make it safe and update its report.')
const ending = text('This is the last reminder.')

/**
 * Sends a text about hazards of a hazards bot that are not made safe: to the Owners and Administrators of the
 * project, 24, 48 and 72 hours after the report. For a report from outside the project the text has the name
 * of the bot: words of strangers must not go out as a text. Each text is sent once, even after a crash; texts
 * more than a day late are skipped. Returns the number of texts.
 */
export async function followUpHazards(app: App, now = Date.now()): Promise<number> {
  const { db } = app.storage
  const first = subHours(now, stages[0]).toISOString()
  const last = subHours(now, stages[2] + 24).toISOString()
  const open = await rows(
    db,
    Open,
    sql`select r.path, a.team,
          case when r.created_by like ${`${kioskActor}%`} or exists (select 1 from members m where m.team = a.team and m.uid = r.created_by)
            then coalesce(nullif(r.model ->> 'title', ''), nullif(r.model ->> 'location', ''), a.title) else a.title end as what,
          to_json(r.created_at) #>> '{}' as at
        from (select distinct on (form) form, team, title from automations
              where class = 'hazards' and form is not null and not deleted and not archived and not disabled order by form, id) a
        join teams t on t.id = a.team and not t.deleted and not t.archived
        cross join lateral (
          select path, model, created_at, created_by from records
          where parent = 'forms/' || a.form and not deleted and created_at > ${last}::timestamptz and created_at <= ${first}::timestamptz
            and model ->> 'made_safe' is distinct from 'yes'
          order by n desc limit ${mostOpen}) r`,
  )
  let texts = 0
  for (const hazard of open) texts += await tell(app, hazard, now)
  if (texts > 0) app.storage.jobSignal.notify()
  return texts
}

const ManagerRow = z.object({ uid: z.string(), lang: z.nullable(z.string()) })

async function tell(app: App, { path, team, what, at }: Open, now: number): Promise<number> {
  const hours = differenceInHours(now, at)
  const stage = stages.findLast((one) => one <= hours)
  if (stage === undefined) return 0
  const managers = await rows(
    app.storage.db,
    ManagerRow,
    sql`select p.uid, p.lang from members m join people p on p.uid = m.uid
        where m.team = ${team} and m.role in ('Owner', 'Administrator') and p.mobile is not null and not p.disabled order by p.uid`,
  )
  const link = app.publicUrl ? ` ${app.publicUrl}/frontend/${path}` : ''
  let texts = 0
  for (const { uid, lang } of managers) {
    const key = `hazard:${path}:${stage}:${uid}`
    const [known] = await rows(app.storage.db, sql`select 1 from jobs where key = ${key}`)
    if (known) continue
    const words = translate(lang, reminder, { hours: stage, what: what ?? path })
    const end = stage === stages[2] ? ` ${translate(lang, ending)}` : ''
    const feed: Feed = { type: 'notification', sms: true, text: `${words}${end}${link}` }
    await addJob(app.storage.db, { kind: 'feed', key, payload: { actor: uid, feed } })
    texts++
  }
  return texts
}

/** Checks open hazards periodically. Returns a function that stops the checks and waits for a running one. */
export function watchHazards(app: App): () => Promise<void> {
  return runPeriodically(
    every,
    inTurn(app.storage, { name: 'hazards', ms: every }, () => followUpHazards(app)),
    {
      failed: () => app.log.warn({}, 'following up hazards failed; it is tried again'),
    },
  )
}
