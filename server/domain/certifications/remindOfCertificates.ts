import { millisecondsInHour } from 'date-fns/constants'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Feed } from '../../../contract/endpoints/records.ts'
import { dayOf, daysLater, readDay, utcDay } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { publishForm } from '../forms/publishForm.ts'
import { projectZone } from '../holidays/projectZone.ts'
import form from './worker-certifications.form.json' with { type: 'json' }

export const certificationsClass = 'worker-certifications'

/**
 * Days before the expiry of a certificate on which its holder gets a text. Certificates that expired more
 * than `lateDays` ago are skipped.
 */
const stages = [30, 7, 0] as const
const lateDays = 7

/** Interval for checking expiry dates, in ms. */
const every = millisecondsInHour
const mostTold = 2000

const Due = z.object({
  path: z.string(),
  uid: z.string(),
  lang: z.nullable(z.string()),
  name: z.string(),
  team: z.string(),
  certificate: z.string(),
  expires: z.string(),
  /** Of the project. */
  zone: z.nullable(z.string()),
  known: z.boolean(),
})
type Due = z.infer<typeof Due>

const soon = text('Your {certificate} is valid until {day}. Renew it in time and send the new card under My Tasks.')
const over = text('{certificate} of {name} expired on {day}.')

const BotRow = z.object({ id: z.string(), team: z.string() })

/** Creates the form of bots that have none, so that people find it in My Tasks. */
async function giveForms(app: App): Promise<void> {
  const bare = await rows(
    app.storage.db,
    BotRow,
    sql`select id, team from automations where class = ${certificationsClass} and form is null and not deleted and not archived limit 100`,
  )
  for (const { id, team } of bare) {
    const key = `${certificationsClass}-${id.toLowerCase()}`
    const published = await publishForm(app, { key, team, settings: form })
    if (published.ok) await app.storage.db.execute(sql`update automations set form = ${key} where id = ${id} and form is null`)
  }
}

/**
 * Sends a text to workers 30 and 7 days before the expiry of a certificate and on that day; then also to the
 * managers of the project. A record has one certificate, or a list of them (`certificates`). Only the newest record
 * of a certificate counts, so a renewal stops the texts. Each text is sent once. Returns the number of texts.
 */
export async function remindOfCertificates(app: App, now = Date.now()): Promise<number> {
  const { db } = app.storage
  await giveForms(app)
  // One day more on both sides: the day of a project is that of its time zone.
  const day = (days: number) => daysLater(utcDay(now), days)
  const due = await rows(
    db,
    Due,
    sql`select * from (
          select distinct on (r.created_by, lower(c.certificate)) r.path || c.place as path, p.uid, p.lang, p.name, a.team, ${projectZone} as zone,
            c.certificate, c.expires,
            exists (select 1 from members m where m.team = a.team and m.uid = r.created_by) as known
          from automations a
          join teams t on t.id = a.team and not t.deleted and not t.archived
          join records r on r.parent = 'forms/' || a.form and not r.deleted
          join people p on p.uid = r.created_by and not p.disabled
          cross join lateral (
            select coalesce(n.name, i.certificate) as certificate, i.expires, i.place from (
              select r.model ->> 'certificate' as certificate, r.model ->> 'expires' as expires, '' as place
              union all
              select e.item ->> 'name', e.item ->> 'expires', '#' || e.at
                from jsonb_array_elements(case when jsonb_typeof(r.model -> 'certificates') = 'array' then r.model -> 'certificates' else '[]' end)
                  with ordinality as e (item, at)) i
              left join named_rows n on n.parent = t.billing and n.list = 'permitTypes' and n.key = i.certificate
              where i.certificate is not null) c
          where a.class = ${certificationsClass} and a.form is not null and not a.deleted and not a.archived and not a.disabled
          order by r.created_by, lower(c.certificate), r.n desc) newest
        where expires > ${day(-lateDays - 1)} and expires <= ${day(stages[0] + 1)} order by expires limit ${mostTold}`,
  )
  let texts = 0
  for (const one of due) texts += await tell(app, one, now)
  if (texts > 0) app.storage.jobSignal.notify()
  return texts
}

const ManagerRow = z.object({ uid: z.string(), lang: z.nullable(z.string()) })

async function tell(app: App, due: Due, now: number): Promise<number> {
  const { path, uid, lang, name, team, certificate, expires, zone, known: isMember } = due
  const left = differenceInCalendarDays(readDay(expires), readDay(dayOf(inZone(zone ?? undefined, now))))
  const stage = stages.findLast((one) => left <= one)
  if (Number.isNaN(left) || stage === undefined || left <= -lateDays) return 0
  const send = async (to: string, key: string, words: string): Promise<number> => {
    const [known] = await rows(app.storage.db, sql`select 1 from jobs where key = ${key}`)
    if (known) return 0
    const feed: Feed = { type: 'notification', sms: true, text: words }
    await addJob(app.storage.db, { kind: 'feed', key, payload: { actor: to, feed } })
    return 1
  }
  const shown = (language: string | null) =>
    new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(readDay(expires))
  const key = `certificate:${path}:${expires}:${stage}`
  const wordsIn = (language: string | null, message: Text) => translate(language, message, { certificate, day: shown(language), name })
  let texts = await send(uid, `${key}:${uid}`, wordsIn(lang, stage === 0 ? over : soon))
  // The certificate name is free text. If its author is outside the project, it must not go to other people.
  if (stage !== 0 || !isMember) return texts
  const managers = await rows(
    app.storage.db,
    ManagerRow,
    sql`select p.uid, p.lang from members m join people p on p.uid = m.uid
        where m.team = ${team} and m.role in ('Owner', 'Administrator') and p.mobile is not null and not p.disabled and p.uid <> ${uid} order by p.uid`,
  )
  for (const manager of managers) {
    texts += await send(manager.uid, `${key}:${manager.uid}`, wordsIn(manager.lang, over))
  }
  return texts
}

/** Checks expiry dates periodically. Returns a function that stops the checks and waits for a running one. */
export function watchCertificates(app: App): () => Promise<void> {
  return runPeriodically(
    every,
    inTurn(app.storage, { name: 'certificates', ms: every }, () => remindOfCertificates(app)),
    {
      failed: () => app.log.warn({}, 'reminding of certificates failed; it is tried again'),
    },
  )
}
