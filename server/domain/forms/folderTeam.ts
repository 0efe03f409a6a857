import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import { teams } from '../../storage/schema.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'

const IdRow = z.object({ id: z.string() })

/**
 * Returns the project for forms of a folder: the one with the most forms, else the oldest, else a new one.
 */
export async function folderTeam(app: App): Promise<string> {
  const [oldest] = await rows(
    app.storage.db,
    IdRow,
    sql`select t.id from teams t left join forms f on f.team = t.id group by t.id, t.created_at order by count(f.key) desc, t.created_at, t.id limit 1`,
  )
  if (oldest) return oldest.id
  const id = newId()
  await app.storage.db.insert(teams).values({ id, name: 'My forms' })
  return id
}
