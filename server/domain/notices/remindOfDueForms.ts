import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { addNotice, noticeKey } from '../push/addNotice.ts'
import { dueAt, dueId } from './formIsDue.ts'

/** How long before its time people hear of a form. In ms. */
const ahead = minutesToMilliseconds(60)

/** Interval of the checks, in ms. */
const every = minutesToMilliseconds(5)

const DueRow = z.object({ key: z.string(), by: z.string(), zone: z.nullable(z.string()) })
const FreshRow = z.object({ id: z.string() })

/**
 * Adds the notice of each form that is due within the hour: one per form and day, also after a crash. Which people
 * have still to send it is found when the notice is sent. A project without a time zone gets none: the server cannot
 * know when it is 15:00 there.
 */
export async function remindOfDueForms(app: App, now = Date.now()): Promise<void> {
  const { db } = app.storage
  const forms = await rows(
    db,
    DueRow,
    sql`select f.key, f.settings #>> '{due,by}' as by, ${projectZone} as zone
        from forms f join teams t on t.id = f.team and not t.deleted and not t.archived
        where f.settings #>> '{due,by}' is not null and f.settings #>> '{due,every}' <> 'week' and f.rests_since is null
          and exists (select 1 from members m join push_subscriptions p on p.uid = m.uid where m.team = f.team)`,
  )
  const due = forms.flatMap(({ key, by, zone }) => {
    if (!zone) return []
    const day = dayIn(zone, now)
    const at = dueAt(day, by, zone)
    return now < at - ahead || now >= at ? [] : [dueId(key, day)]
  })
  if (due.length === 0) return
  // Most of them were added by an earlier check of this hour.
  const fresh = await rows(
    db,
    FreshRow,
    sql`select id from jsonb_array_elements_text(${JSON.stringify(due)}::jsonb) as d(id)
        where not exists (select 1 from jobs j where j.key = ${noticeKey('due:')} || d.id)`,
  )
  for (const { id } of fresh) await addNotice(db, { kind: 'due', id }, `due:${id}`)
  if (fresh.length > 0) app.storage.jobSignal.notify()
}

/** Checks periodically which forms are due. Returns a function that stops the checks and waits for a running one. */
export function watchDueForms(app: App): () => Promise<void> {
  return runPeriodically(
    every,
    inTurn(app.storage, { name: 'due forms', ms: every }, () => remindOfDueForms(app)),
    { failed: () => app.log.warn({}, 'reminding of due forms failed; it is tried again') },
  )
}
