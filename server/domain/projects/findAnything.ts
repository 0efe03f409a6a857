import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Finding } from '../../../contract/endpoints/console.ts'
import { rows } from '../../storage/database.ts'
import { likePattern } from '../../storage/likePattern.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

const most = 20
/** Further words of a query are ignored. */
const mostWords = 10

const FoundRow = z.object({ bots: z.nullable(z.array(Finding)), people: z.nullable(z.array(Finding)) })

/** Returns bots, people and projects in the person's projects with all words of the query in their names. */
export async function findAnything({ storage }: App, me: Person, query: string): Promise<Finding[]> {
  const words = query.trim().split(/\s+/).slice(0, mostWords)
  const holds = (text: SQL) =>
    sql.join(
      words.map((word) => sql`${text} ilike ${likePattern(word)}`),
      sql` and `,
    )
  const [found] = await rows(
    storage.db,
    FoundRow,
    sql`with own as materialized (
          select t.id, t.name from teams t join members m on m.team = t.id and m.uid = ${me.uid}
            where not t.deleted and m.role in ('Owner', 'Administrator', 'Member')
        )
        select
          (select json_agg(x) from (select 'bot' as kind, a.id, a.title, coalesce(o.name, 'Private') as note, a.team from automations a left join own o on o.id = a.team
             where not a.deleted and not a.archived and (o.id is not null or (a.team = 'private' and a.owner = ${me.uid})) and ${holds(sql`a.title`)}
             order by lower(a.title) limit ${most}) x) as bots,
          (select json_agg(x) from (select 'person' as kind, p.uid as id, p.name as title, min(o.name) as note, min(o.id) as team
             from own o join members m on m.team = o.id join people p on p.uid = m.uid where ${holds(sql`p.name`)}
             group by p.uid, p.name order by lower(p.name) limit ${most}) x) as people`,
  )
  return [...(found?.bots ?? []), ...(found?.people ?? [])]
}
