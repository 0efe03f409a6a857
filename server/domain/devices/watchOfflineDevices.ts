import { addMinutes } from 'date-fns/addMinutes'
import { minutesInHour } from 'date-fns/constants'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { isWeekend } from 'date-fns/isWeekend'
import { max } from 'date-fns/max'
import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { subHours } from 'date-fns/subHours'
import { subMinutes } from 'date-fns/subMinutes'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Feed } from '../../../contract/endpoints/records.ts'
import { inZone, knownZone } from '../../../contract/rules/inZone.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { addNotice } from '../push/addNotice.ts'
import { addMail } from './mailJob.ts'

/** Working hours at a gate: Monday to Friday, in the time zone of the device. */
const firstHour = 6
const lastHour = 18

/** Interval for the check, in ms. */
const every = minutesToMilliseconds(5)

/** Working hours are counted in these steps, minutes. */
const step = 15

/** Returns the number of working hours between two times (ms), in quarters of an hour, at most `most`. */
export function workingHours(from: number, to: number, timezone: string | null, most = 72): number {
  // Two weeks at most, so the loop is bounded.
  const first = max([from, subHours(to, 14 * 24)])
  const steps = Math.floor(differenceInMinutes(to, first) / step)
  const zone = knownZone(timezone)
  let hours = 0
  for (let n = 0; n < steps && hours < most; n++) {
    const there = inZone(zone, addMinutes(first, n * step))
    if (!isWeekend(there) && there.getHours() >= firstHour && there.getHours() < lastHour) hours += step / minutesInHour
  }
  return hours
}

const alert = text('The device {name} has not reported since {since}. Please check its power and connection.')
const subject = text('The device {name} is silent')

const Silent = z.object({
  id: z.string(),
  name: z.string(),
  shortId: z.string(),
  billing: z.string(),
  alertHours: z.number(),
  last: z.string(),
  timezone: z.nullable(z.string()),
})
type Silent = z.infer<typeof Silent>

/**
 * Alerts the administrators of the account once, by text, mail and notice, about each device that was silent for
 * its alert hours (working hours only). Returns the number of devices.
 */
export async function reportOfflineDevices(app: App, now = Date.now()): Promise<number> {
  const { db } = app.storage
  const quiet = await rows(
    db,
    Silent,
    sql`select d.id, d.name, d.short_id as "shortId", d.billing, d.alert_hours as "alertHours", to_json(d.last_ping) #>> '{}' as last,
          d.facts ->> 'timezone' as timezone
        from devices d where d.last_ping < ${subHours(now, 1).toISOString()}::timestamptz and d.silence_told_at is null and d.alert_hours > 0
          and d.revoked_at is null and not d.deleted limit 500`,
  )
  let told = 0
  for (const device of quiet) {
    const { timezone, alertHours } = device
    if (
      workingHours(Date.parse(device.last), now, timezone, alertHours) < alertHours ||
      workingHours(subMinutes(now, step).getTime(), now, timezone) === 0
    )
      continue
    await tell(app, device)
    told++
  }
  if (told > 0) app.storage.jobSignal.notify()
  return told
}

const ManagerRow = z.object({
  uid: z.string(),
  lang: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
})

async function tell(app: App, { id, name, shortId, billing, last, timezone }: Silent): Promise<void> {
  await app.storage.transaction(async (tx) => {
    // Another server may be sending the alert, or the device may have reported.
    const mine = await rows(
      tx,
      sql`update devices set silence_told_at = now() where id = ${id} and silence_told_at is null
            and last_ping <= ${last}::timestamptz returning id`,
    )
    if (mine.length === 0) return
    await addNotice(tx, { kind: 'device', id }, `silence:${id}:${last}`)
    const people = await rows(
      tx,
      ManagerRow,
      sql`select p.uid, p.lang, p.mobile from billing_members m join people p on p.uid = m.uid
          where m.billing = ${billing} and m.role in ('Owner', 'Administrator') and not p.disabled order by p.uid`,
    )
    for (const { uid, lang, mobile } of people) {
      const since = new Date(last).toLocaleString(lang ?? 'en', { timeZone: knownZone(timezone), dateStyle: 'medium', timeStyle: 'short' })
      const words = translate(lang, alert, { name: `${name} (${shortId})`, since })
      const key = `silence:${id}:${last}:${uid}`
      const feed: Feed = { type: 'notification', sms: true, text: words }
      if (mobile) await addJob(tx, { kind: 'feed', key, payload: { actor: uid, feed } })
      await addMail(tx, { uid, subject: translate(lang, subject, { name }), text: words }, key)
    }
  })
}

/**
 * Checks for silent devices periodically. Returns a function that stops the checks and waits for a running
 * one.
 */
export function watchOfflineDevices(app: App): () => Promise<void> {
  return runPeriodically(
    every,
    inTurn(app.storage, { name: 'silent devices', ms: every }, () => reportOfflineDevices(app)),
    {
      failed: () => app.log.warn({}, 'looking for silent devices failed; it is tried again'),
    },
  )
}
