import { sql } from 'drizzle-orm'
import { isKioskActor } from '../../../contract/kiosk.ts'
import type { Feed } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import { addJob } from '../../storage/jobs.ts'
import type { App } from '../app.ts'
import { limits, overLimit } from '../limits/limits.ts'
import type { Asked } from './asked.ts'

const intro: Readonly<Record<string, string>> = { es: 'Nuevo', pt: 'Novo' }

/**
 * One text to every Owner and Administrator of the project but the one who acted: what came in, and where it is. What somebody outside of the project
 * has saved is called by its form's name: their own words do not go out as a text.
 */
export async function notifyManagers(app: App, { key, path, tenant, actor }: Asked): Promise<void> {
  const { storage } = app
  const [record] = await rows<{ title: string | null; form: string | null; deleted: boolean; known: boolean }>(
    storage.db,
    sql`select coalesce(nullif(r.model ->> 'title', ''), r.model ->> 'name') as title, r.deleted, f.settings ->> 'name' as form,
          exists (select 1 from members m where m.team = ${tenant} and m.uid = ${actor}) as known
        from records r left join forms f on 'forms/' || f.key = r.parent where r.path = ${path}`,
  )
  if (!record || record.deleted) return
  const what = (record.known || isKioskActor(actor) ? record.title : record.form) ?? path
  const managers = await rows<{ uid: string; lang: string | null }>(
    storage.db,
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
    const feed: Feed = { type: 'notification', sms: true, text: `${intro[lang ?? ''] ?? 'New'}: ${what}.${link}` }
    // A job each, so that a text that fails is not sent again to those who have it.
    await addJob(storage.db, { kind: 'feed', key: `${key}:${uid}`, payload: { actor: uid, feed } })
  }
  storage.bell.ring()
}
