import { sql } from 'drizzle-orm'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

/**
 * Returns the owner of a record by name: the team, its linked project, and the person. Unknown names are
 * omitted.
 */
export async function ownerOf(storage: Storage, team: string, uid: string | undefined): Promise<NonNullable<PageData['owner']>> {
  const [found] = await rows<{ team: string | null; project: string | null; person: string | null }>(
    storage.db,
    sql`select t.name as team, coalesce(t.model -> 'project' ->> 'name', t.model ->> 'projectName') as project,
               (select p.name from people p where p.uid = ${uid ?? ''}) as person
        from teams t where t.id = ${team}`,
  )
  return {
    ...(found?.team && { team: found.team }),
    ...(found?.project && { project: found.project }),
    ...(found?.person && { user: found.person }),
  }
}
