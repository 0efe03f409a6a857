import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import type { Feed } from '../../../contract/endpoints/records.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { limits, overLimit } from '../limits/limits.ts'
import type { ActionRequest } from './actionRequest.ts'

const SavedRecordRow = z.object({
  title: z.nullable(z.string()),
  form: z.nullable(z.string()),
  deleted: z.boolean(),
  known: z.boolean(),
})

const ManagerRow = z.object({ uid: z.string(), lang: z.nullable(z.string()) })

/**
 * Sends one text to each Owner and Administrator of the project, except the actor: the title of the record
 * and a link. For a save from outside the project the text has the name of the form: words of strangers must
 * not go out as a text.
 */
export async function notifyManagers(app: App, { key, path, tenant, actor }: ActionRequest): Promise<void> {
  const { storage } = app
  const [record] = await rows(
    storage.db,
    SavedRecordRow,
    sql`select coalesce(nullif(r.model ->> 'title', ''), r.model ->> 'name') as title, r.deleted, f.settings ->> 'name' as form,
          exists (select 1 from members m where m.team = ${tenant} and m.uid = ${actor}) as known
        from records r left join forms f on 'forms/' || f.key = r.parent where r.path = ${path}`,
  )
  if (!record || record.deleted) return
  const what = (record.known || isKioskActor(actor) ? record.title : record.form) ?? path
  const managers = await rows(
    storage.db,
    ManagerRow,
    sql`select p.uid, p.lang from members m join people p on p.uid = m.uid
        where m.team = ${tenant} and m.role in ('Owner', 'Administrator') and p.mobile is not null and not p.disabled and p.uid <> ${actor}
        order by p.uid`,
  )
  const link = app.publicUrl ? ` ${app.publicUrl}/frontend/${path}` : ''
  for (const { uid, lang } of managers) {
    if (await overLimit(app, limits.managerTexts, tenant)) {
      app.log.warn({ tenant }, 'too many texts to the managers of a project; the rest was left out')
      return
    }
    const feed: Feed = { type: 'notification', sms: true, text: `${translate(lang, text('New: {what}.'), { what })}${link}` }
    // One job per person, so that a retry does not send the text again to the others.
    await addJob(storage.db, { kind: 'feed', key: `${key}:${uid}`, payload: { actor: uid, feed } })
  }
  storage.jobSignal.notify()
}
