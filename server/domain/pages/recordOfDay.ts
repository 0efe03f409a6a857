import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { firstSavedAt } from '../records/firstSavedAt.ts'

const PathRow = z.object({ path: z.string() })

interface Asked {
  readonly form: string
  readonly team: string
  readonly uid: string
  /** yyyy-MM-dd. */
  readonly date: string
}

/**
 * Returns the path of the last record that this person has saved for a day: the day under `date`, else the day
 * of the first save in the zone of the project.
 */
export async function recordOfDay({ storage }: App, { form, team, uid, date }: Asked): Promise<string | undefined> {
  const [found] = await rows(
    storage.db,
    PathRow,
    sql`select r.path from records r
        where r.parent = ${`forms/${form}`} and r.created_by = ${uid} and not r.deleted
          and coalesce(r.model ->> 'date', to_char(${firstSavedAt} at time zone coalesce(
                (select ${projectZone} from teams t where t.id = ${team}), 'UTC'), 'YYYY-MM-DD')) = ${date}
        order by r.created_at desc limit 1`,
  )
  return found?.path
}
