import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { mostEntries, type refreshList } from '../../../contract/endpoints/lists/projectLists.ts'
import { isExternal } from '../../../contract/endpoints/projects.ts'
import { lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { longestValue } from '../../../contract/rules/readEntry.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import type { ProjectRow } from '../projects/listProjects.ts'
import { mayEditList } from '../projects/mayEditList.ts'
import { outside, referenceOf } from '../projects/projectLookups.ts'
import { lastPosition } from '../projects/writeListEntry.ts'
import { openProject } from '../projects/writeProject.ts'
import type { Person } from '../sign-in/person.ts'

/** True if the connected system of the project has such a list: companies, and people. */
export const isFilledBySystem = (project: ProjectRow, list: ProjectListName): boolean =>
  isExternal(project.source) && referenceOf(project) !== undefined && (list === 'companies' || list === 'people')

const CountsRow = z.object({ added: z.number(), changed: z.number(), removed: z.number() })

/**
 * Reads the companies or people of the connected system into the list. Entries that are gone there are removed
 * here; a disabled entry stays disabled. Throws Refused.
 */
export async function refreshFromSystem(
  app: App,
  me: Person,
  { team, list }: { team: string; list: ProjectListName },
): Promise<AnswerOf<typeof refreshList>> {
  const project = await app.storage.transaction((tx) => openProject(tx, me, team))
  if (!mayEditList(project, list)) throw forbidden()
  const reference = referenceOf(project)
  if (reference === undefined || !isFilledBySystem(project, list)) throw new Refused(400, 'INVALID', 'No connected system fills this list.')
  const found = await outside(app, project.source, async (system) =>
    list === 'companies'
      ? (await system.companies(reference)).map(({ id, name }) => ({ id, name, email: undefined }))
      : await system.users(reference),
  )
  const entries = found
    .filter(({ name }) => name.trim() !== '')
    .slice(0, mostEntries)
    .map(({ id, name, email }) => ({
      id: `${project.source}.${id}`,
      label: name.trim().slice(0, longestValue),
      attributes: email ? { email: email.toLowerCase() } : {},
    }))
  const lookup = lookupOfList[list]
  const [counts] = await app.storage.transaction((tx) =>
    rows(
      tx,
      CountsRow,
      sql`with system as (select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as s(id text, label text, attributes jsonb)),
            known as (select i.id, i.label, i.attributes from lookup_items i where i.team = ${team} and i.lookup = ${lookup} and i.source = 'connection'),
            gone as (delete from lookup_items i using known k where i.team = ${team} and i.lookup = ${lookup} and i.id = k.id
              and not exists (select 1 from system s where s.id = k.id) returning 1),
            stored as (insert into lookup_items (team, lookup, id, label, attributes, source, position)
              select distinct on (s.id) ${team}, ${lookup}, s.id, s.label, s.attributes, 'connection', ${lastPosition}::integer from system s
              left join known k on k.id = s.id where k.id is null or (k.label, k.attributes) is distinct from (s.label, s.attributes) order by s.id
              on conflict (team, lookup, id) do update set label = excluded.label, attributes = excluded.attributes returning id)
          select (select count(*) from stored where id not in (select id from known))::int as added,
            (select count(*) from stored where id in (select id from known))::int as changed, (select count(*) from gone)::int as removed`,
    ),
  )
  return counts ?? { added: 0, changed: 0, removed: 0 }
}
