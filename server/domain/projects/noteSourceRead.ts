import { sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'

/**
 * Stores when the connected system of a project was last read, and the name of the project there if it was in the
 * answer. A time that is less than a minute old stays: each change makes devices read the project again.
 */
export async function noteSourceRead(
  db: Database,
  team: string,
  { name, now = new Date() }: { name?: string; now?: Date } = {},
): Promise<void> {
  const read = { sourceSynced: now.toISOString(), ...(name !== undefined && { project: { name } }) }
  await db.execute(
    sql`update teams set model = model || ${JSON.stringify(read)}::jsonb where id = ${team} and not deleted
        and (coalesce(model ->> 'sourceSynced', '') < ${new Date(now.getTime() - 60_000).toISOString()}
          or (${name ?? null}::text is not null and model -> 'project' ->> 'name' is distinct from ${name ?? null}))`,
  )
}
