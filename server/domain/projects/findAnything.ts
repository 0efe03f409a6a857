import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Finding } from '../../../contract/endpoints/console.ts'
import { type Database, rows } from '../../storage/database.ts'
import { likePattern } from '../../storage/likePattern.ts'
import type { Person } from '../sign-in/person.ts'

const most = 20
/** Further words of a query are ignored. */
const mostWords = 10

export const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean).slice(0, mostWords)

const kinds = ['bots', 'people', 'workers', 'companies', 'forms'] as const
const Found = z.nullable(z.array(Finding))
const FoundRow = z.object({ bots: Found, people: Found, workers: Found, companies: Found, forms: Found })

/** The entries of one list of a project that are in use. */
const entries = (kind: string, lookup: string, holds: (text: SQL) => SQL) => sql`
  (select json_agg(x) from (select ${kind}::text as kind, i.id, i.label as title, o.name as note, i.team
     from own o join lookup_items i on i.team = o.id and i.lookup = ${lookup}
     where not i.disabled and i.merged_into is null and ${holds(sql`i.label`)} order by lower(i.label) limit ${most}) x)`

/** Returns bots, people, companies and forms of the person's projects with all words of the query in their names. */
export async function findAnything(reads: Database, me: Person, query: string): Promise<Finding[]> {
  const words = wordsOf(query)
  const holds = (text: SQL) =>
    sql.join(
      words.map((word) => sql`${text} ilike ${likePattern(word)}`),
      sql` and `,
    )
  // An index finds the people with all parts of the words, also among the members of many projects.
  const partsOfAll = sql.join(words.filter((word) => word.length > 1).map((word) => sql` and name_parts(p.name) @> parts_of_word(${word})`))
  const [found] = await rows(
    reads,
    FoundRow,
    sql`with own as materialized (
          select t.id, t.name, m.role in ('Owner', 'Administrator') as manages from teams t join members m on m.team = t.id and m.uid = ${me.uid}
            where not t.deleted and m.role in ('Owner', 'Administrator', 'Member')
        )
        select
          -- Two lists: with "or", the database reads the bots of all companies.
          (select json_agg(x) from (select 'bot' as kind, b.id, b.title, b.note, b.team from (
               select a.id, a.title, o.name as note, a.team from own o join automations a on a.team = o.id
                 where not a.deleted and not a.archived and ${holds(sql`a.title`)}
               union all
               select a.id, a.title, 'Private', a.team from automations a
                 where a.team = 'private' and a.owner = ${me.uid} and not a.deleted and not a.archived and ${holds(sql`a.title`)}) b
             order by lower(b.title), b.id limit ${most}) x) as bots,
          (select json_agg(x) from (select 'person' as kind, p.uid as id, p.name as title, (array_agg(o.name order by o.manages desc, o.id))[1] as note,
             (array_agg(o.id order by o.manages desc, o.id))[1] as team from own o join members m on m.team = o.id join people p on p.uid = m.uid where ${holds(sql`p.name`)}${partsOfAll}
             group by p.uid, p.name order by lower(p.name) limit ${most}) x) as people,
          ${entries('worker', 'employees', holds)} as workers,
          ${entries('company', 'vendors', holds)} as companies,
          (select json_agg(x) from (select 'form' as kind, f.key as id, f.name as title, o.name as note, f.team
             from own o join forms f on f.team = o.id where f.rests_since is null and ${holds(sql`f.name`)}
             order by lower(f.name) limit ${most}) x) as forms`,
  )
  return found ? kinds.flatMap((kind) => found[kind] ?? []) : []
}
