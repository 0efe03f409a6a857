import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { mostEntries, type refreshList } from '../../../contract/endpoints/lists/projectLists.ts'
import { isExternal, Source } from '../../../contract/endpoints/projects.ts'
import { lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { longestValue } from '../../../contract/rules/readEntry.ts'
import { text } from '../../i18n/text.ts'
import type { Job } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { ProjectRow } from '../projects/listProjects.ts'
import { mayEditList } from '../projects/mayEditList.ts'
import { noteSourceRead } from '../projects/noteSourceRead.ts'
import { mergeEntries } from '../projects/mergeEntries.ts'
import { outside, referenceOf } from '../projects/projectLookups.ts'
import { lastPosition } from '../projects/writeListEntry.ts'
import { openProject } from '../projects/writeProject.ts'
import type { Person } from '../sign-in/person.ts'

/** The lists that a connected system has. */
const listsOfSystem: readonly ProjectListName[] = ['companies', 'people']

/** True if the connected system of the project has such a list. */
export const isFilledBySystem = (project: ProjectRow, list: ProjectListName): boolean =>
  isExternal(project.source) && referenceOf(project) !== undefined && listsOfSystem.includes(list)

interface ListOf {
  readonly team: string
  readonly list: ProjectListName
}

const CountsRow = z.object({ added: z.number(), changed: z.number(), removed: z.number() })

/**
 * Reads the companies or people of the connected system into the list. Entries that are gone there are removed
 * here, and what was merged into them comes back; a disabled entry stays disabled. An own company with the name
 * of one of the system becomes one with it. Throws Refused.
 */
export async function refreshFromSystem(app: App, me: Person, { team, list }: ListOf): Promise<AnswerOf<typeof refreshList>> {
  const project = await app.storage.transaction((tx) => openProject(tx, me, team))
  if (!mayEditList(project, list)) throw forbidden()
  const reference = referenceOf(project)
  if (reference === undefined || !isFilledBySystem(project, list))
    throw new Refused(400, 'INVALID', text('No connected system fills this list.'))
  const counts = await fillList(app, { team, list, source: project.source, reference })
  if (counts === undefined)
    throw new Refused(
      409,
      'INVALID',
      text('The connected system has no entries for this list, so nothing was changed. Check the project there.'),
    )
  return counts
}

interface Linked extends ListOf {
  readonly source: Source
  readonly reference: string
}

/**
 * Reads one list of the connected system. Undefined if it has no entries, and then nothing changes: a system that
 * lost its access answers with nothing, too. Throws Refused.
 */
async function fillList(app: App, { team, list, source, reference }: Linked): Promise<AnswerOf<typeof refreshList> | undefined> {
  const found = await outside(app, source, async (system) =>
    list === 'companies'
      ? (await system.companies(reference)).map(({ id, name }) => ({ id, name, email: undefined }))
      : await system.users(reference),
  )
  await noteSourceRead(app.storage.db, team)
  const entries = found
    .filter(({ name }) => name.trim() !== '')
    .slice(0, mostEntries)
    .map(({ id, name, email }) => ({
      id: `${source}.${id}`,
      label: name.trim().slice(0, longestValue),
      attributes: email ? { email: email.toLowerCase() } : {},
    }))
  if (entries.length === 0) return undefined
  return app.storage.transaction(async (tx) => {
    const counts = await storeEntries(tx, { team, list }, entries)
    if (list === 'companies') await mergeSameNames(tx, { team, list })
    return counts
  })
}

const Of = z.object({ team: z.string() })
const LinkedRow = z.object({ source: Source, reference: z.nullable(z.string()) })

/** The job that fills the lists of a project once it is linked to a project of the connected system. */
export async function fillLists(app: App, job: Job): Promise<void> {
  const { team } = z.parse(Of, job.payload)
  const [project] = await rows(
    app.storage.db,
    LinkedRow,
    sql`select source, model ->> 'sourceProjectReference' as reference from teams where id = ${team} and not deleted and not archived`,
  )
  if (!project?.reference || project.source === 'own' || !app.sourceSystems[project.source]) return
  const { source, reference } = project
  for (const list of listsOfSystem) await fillList(app, { team, list, source, reference })
}

interface SystemEntry {
  readonly id: string
  readonly label: string
  readonly attributes: Readonly<Record<string, string>>
}

async function storeEntries(tx: Transaction, { team, list }: ListOf, entries: readonly SystemEntry[]) {
  const lookup = lookupOfList[list]
  const [counts] = await rows(
    tx,
    CountsRow,
    sql`with system as (select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as s(id text, label text, attributes jsonb)),
          known as (select i.id, i.label, i.attributes from lookup_items i where i.team = ${team} and i.lookup = ${lookup} and i.source = 'connection'),
          missing as (select id from known where id not in (select id from system)),
          gone as (delete from lookup_items i using missing x where i.team = ${team} and i.lookup = ${lookup} and i.id = x.id returning 1),
          stored as (insert into lookup_items (team, lookup, id, label, attributes, source, position)
            select distinct on (s.id) ${team}, ${lookup}, s.id, s.label, s.attributes, 'connection', ${lastPosition}::integer from system s
            left join known k on k.id = s.id where k.id is null or (k.label, k.attributes) is distinct from (s.label, s.attributes) order by s.id
            on conflict (team, lookup, id) do update set label = excluded.label, attributes = excluded.attributes returning id)
        select (select count(*) from stored where id not in (select id from known))::int as added,
          (select count(*) from stored where id in (select id from known))::int as changed, (select count(*) from gone)::int as removed`,
  )
  await tx.execute(
    sql`update lookup_items i set merged_into = null, merged_at = null where i.team = ${team} and i.lookup = ${lookup} and i.merged_into is not null
        and not exists (select 1 from lookup_items s where s.team = ${team} and s.lookup = ${lookup} and s.id = i.merged_into)`,
  )
  return counts ?? { added: 0, changed: 0, removed: 0 }
}

const PairRow = z.object({ id: z.string(), label: z.string(), into: z.string(), intoLabel: z.string() })

/** Forms offer one name once: own entries become one with those of the system that have their name. */
async function mergeSameNames(tx: Transaction, at: ListOf): Promise<void> {
  const pairs = await rows(
    tx,
    PairRow,
    sql`select distinct on (o.id) o.id, o.label, c.id as into, c.label as "intoLabel"
        from lookup_items o join lookup_items c on c.team = o.team and c.lookup = o.lookup and lower(c.label) = lower(o.label)
        where o.team = ${at.team} and o.lookup = ${lookupOfList[at.list]} and o.source <> 'connection' and o.merged_into is null
          and c.source = 'connection' and c.merged_into is null
        order by o.id, c.id`,
  )
  await mergeEntries(tx, at, pairs, null)
}
