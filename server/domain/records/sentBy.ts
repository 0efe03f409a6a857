import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isDay } from '../../../contract/rules/daysLater.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { firstSavedAt } from './firstSavedAt.ts'

/** Days of which the records are listed. The device knows its own date. */
const daysTold = 8
const mostTold = 60

const SentRow = z.object({ form: z.string(), path: z.string(), at: z.string(), day: z.nullable(z.string()) })
/** Records, newest first: when they were first saved (ISO 8601), and the day that the answer `date` names. */
export type Sent = { path: string; at: string; day?: string }[]

/** Returns the records of the last days by this person that are not deleted, by form, newest first. */
export async function sentBy(app: App, uid: string, forms: readonly { key: string }[]): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>()
  if (forms.length === 0) return sent
  // One short index lookup per form, independent of its number of records.
  const found = await rows(
    app.storage.db,
    SentRow,
    sql`select f.key as form, r.path, to_json(${firstSavedAt}) #>> '{}' as at, r.model ->> 'date' as day
        from jsonb_array_elements_text(${JSON.stringify(forms.map(({ key }) => key))}::jsonb) as f(key)
        cross join lateral (
          select path, corrected_at, created_at, n, model from records
          where parent = 'forms/' || f.key and created_by = ${uid} and not deleted and created_at > now() - make_interval(days => ${daysTold})
          order by n desc limit ${mostTold}) r
        order by f.key, r.n desc`,
  )
  for (const { form, path, at, day } of found)
    sent.set(form, [...(sent.get(form) ?? []), { path, at: new Date(at).toISOString(), ...(isDay(day) && { day }) }])
  return sent
}
