import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

const OwnerRow = z.object({
  team: z.nullable(z.string()),
  project: z.nullable(z.string()),
  person: z.nullable(z.string()),
})

/**
 * Returns the owner of a record by name: the team, its project in the connected system (or the team itself), and the person. Unknown names are
 * omitted.
 */
export async function ownerOf(storage: Storage, team: string, uid: string | undefined): Promise<NonNullable<PageData['owner']>> {
  const [found] = await rows(
    storage.db,
    OwnerRow,
    sql`select t.name as team, coalesce(t.model -> 'project' ->> 'name', t.name) as project,
               (select p.name from people p where p.uid = ${uid ?? ''}) as person
        from teams t where t.id = ${team}`,
  )
  return {
    ...(found?.team && { team: found.team }),
    ...(found?.project && { project: found.project }),
    ...(found?.person && { user: found.person }),
  }
}
