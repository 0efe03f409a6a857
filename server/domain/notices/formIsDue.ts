import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { momentIn } from '../../../contract/rules/inZone.ts'
import { permissions } from '../../../contract/rules/permissions.ts'
import { minutesOf, standingOf } from '../../../contract/rules/tasks/standing.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { chatBotsOf } from '../chat/chatBotsOf.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { projectCalendar } from '../holidays/projectCalendar.ts'
import { sentBy } from '../records/sentBy.ts'
import { mayIn } from '../sign-in/person.ts'
import type { Noticed } from './Noticed.ts'

/** The id of this kind: a form is due on each day anew. */
export const dueId = (form: string, day: string): string => `${day}/${form}`

function readDueId(id: string): { form: string; day: string } {
  const [day = ''] = id.split('/', 1)
  return { day, form: id.slice(day.length + 1) }
}

/** When a form is due that day, ms. `by`: HH:mm by the clocks of `zone`. */
export const dueAt = (day: string, by: string, zone: string): number => momentIn(zone, Date.parse(`${day}T00:00Z`) + minutesOf(by) * 60_000)

const UidRow = z.object({ uid: z.string() })

const roles = JSON.stringify(permissions['form.fill'])

/** Returns the people who may fill in the form, and have a browser that shows notices. */
async function audience(app: App, id: string): Promise<string[]> {
  const found = await rows(
    app.storage.db,
    UidRow,
    sql`select distinct m.uid from forms f join members m on m.team = f.team and ${roles}::jsonb ? m.role
        join push_subscriptions p on p.uid = m.uid where f.key = ${readDueId(id).form}`,
  )
  return found.map(({ uid }) => uid)
}

const due = text('A form is due by {time}')

/** A form that a person has to send by a time of this day, and has not sent yet. */
export const formIsDue: Noticed = {
  audience,
  async noticeFor(app, person, id, details) {
    const { form: key, day } = readDueId(id)
    const form = await publishedForm(app, key)
    if (!form || form.rests || form.settings.due?.by === undefined || !mayIn(person, form.team, 'form.fill')) return undefined
    const { by } = form.settings.due
    const { zone, daysOff } = await projectCalendar(app, form.team)
    const now = new Date()
    if (zone === undefined || dayIn(zone, now) !== day) return undefined
    const task = {
      title: '',
      url: '',
      form: key,
      due: form.settings.due,
      zone,
      daysOff: daysOff.map(({ date, dateEnd }) => [date, dateEnd] as const),
      sent: (await sentBy(app, person.uid, [{ key }])).get(key) ?? [],
    }
    // After its time the form is late: My Tasks says so.
    if (standingOf(task, { waiting: [], receipts: [], now }).due !== 'today') return undefined
    const at = dueAt(day, by, zone)
    const talks = (await chatBotsOf(app, [form.team], person.uid)).find((bot) => bot.form === key)
    const { lang = 'en' } = person
    const time = new Intl.DateTimeFormat(lang === 'en' ? 'en-US' : lang, { timeStyle: 'short', timeZone: zone }).format(at)
    const project = person.teams.find((team) => team.id === form.team)?.name
    return {
      title: translate(lang, due, { time }),
      body: details ? [form.in(lang).name, project].filter(Boolean).join(' · ') : '',
      path: talks ? `/frontend/chat/${talks.id}` : `/frontend/forms/${key}`,
      tag: `due:${key}`,
      isAlarm: false,
      ttl: Math.max(60, Math.round((at - now.getTime()) / 1000)),
    }
  },
}
