import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostPeople } from '../../../contract/endpoints/people/listPeople.ts'
import { type Database, rows } from '../../storage/database.ts'

const Row = z.object({ id: z.string(), title: z.string(), project: z.nullable(z.string()), ownerName: z.nullable(z.string()) })

/** Returns the demo bots of all people. The caller checks that it is for a product administrator. */
export async function demoBots(db: Database) {
  const found = await rows(
    db,
    Row,
    sql`select a.id, a.title, t.name as project, p.name as "ownerName"
        from automations a left join teams t on t.id = a.team left join people p on p.uid = a.owner
        where a.demo and not a.deleted order by lower(a.title), a.id limit ${mostPeople + 1}`,
  )
  return {
    bots: found.slice(0, mostPeople).map(({ project, ownerName, ...bot }) => ({
      ...bot,
      ...(project !== null && { project }),
      ownerName: ownerName ?? '',
    })),
    more: found.length > mostPeople,
  }
}
