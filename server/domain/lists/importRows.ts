import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import {
  type ImportCounts,
  ImportState,
  type ListImport,
  mostEntries,
  mostProblems,
  type RowProblem,
  type sendRows,
} from '../../../contract/endpoints/lists/projectLists.ts'
import { lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { entryProblems, readEntry } from '../../../contract/rules/readEntry.ts'
import { text } from '../../i18n/text.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { Refused } from '../../../contract/Refused.ts'
import { newId } from '../newId.ts'
import { projectOr404 } from '../projects/listProjects.ts'
import { mayEditList } from '../projects/mayEditList.ts'
import { openProject } from '../projects/writeProject.ts'
import type { Person } from '../sign-in/person.ts'
import { matchRows } from './matchRows.ts'

export interface ImportOf {
  readonly team: string
  readonly list: ProjectListName
  readonly id: string
}

const ImportRow = z.object({ id: z.string(), file: z.string(), total: z.number(), state: ImportState })

/** Locks the list for this transaction, so that two people do not import into it at once. Throws Refused. */
export async function editedProject(tx: Transaction, me: Person, { team, list }: Omit<ImportOf, 'id'>): Promise<void> {
  const project = await openProject(tx, me, team)
  if (!mayEditList(project, list)) throw forbidden()
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`list ${team} ${list}`}))`)
}

export async function importAt(db: Database | Transaction, { team, list, id }: ImportOf) {
  const found = await rows(
    db,
    ImportRow,
    sql`select id, file, total, state from list_imports where id = ${id} and team = ${team} and lookup = ${lookupOfList[list]}`,
  )
  return found[0]
}

/**
 * Keeps rows of a file and says what they would do; the list is unchanged. The same rows again change nothing.
 * Throws Refused.
 */
export async function importRows(
  app: App,
  me: Person,
  at: ImportOf,
  { file, total, rows: given }: BodyOf<typeof sendRows>,
): Promise<AnswerOf<typeof sendRows>> {
  return app.storage.transaction(async (tx) => {
    await editedProject(tx, me, at)
    await openImport(tx, me, at, file, total)
    if (given.length > 0) {
      await storeRows(tx, at, given)
      const numbers = given.map(({ row }) => row)
      await matchRows(tx, { ...at, from: Math.min(...numbers), to: Math.max(...numbers) })
    }
    const { arrived, ...counts } = await countsOf(tx, at.id)
    if (arrived > total) throw new Refused(400, 'INVALID', text('The file has more rows than expected. Choose the file again.'))
    return { arrived, counts }
  })
}

/** A new import drops an earlier one of the list that was never applied. */
async function openImport(tx: Transaction, me: Person, at: ImportOf, file: string, total: number): Promise<void> {
  const known = await importAt(tx, at)
  if (known) {
    if (known.state === 'checking' && known.total === total) return
    throw new Refused(409, 'INVALID', text('This import has begun to change the list. Choose the file again.'))
  }
  const lookup = lookupOfList[at.list]
  const running = await rows(
    tx,
    sql`select 1 from list_imports where team = ${at.team} and lookup = ${lookup} and state in ('applying', 'undoing')`,
  )
  if (running.length > 0)
    throw new Refused(409, 'INVALID', text('Another import of this list is not finished. Reload the list and continue it.'))
  await tx.execute(sql`delete from list_imports where team = ${at.team} and lookup = ${lookup} and state = 'checking'`)
  const [taken] = await rows(tx, sql`select 1 from list_imports where id = ${at.id}`)
  if (taken) throw new Refused(400, 'INVALID', text('This import belongs to another list. Choose the file again.'))
  await tx.execute(
    sql`insert into list_imports (id, team, lookup, file, total, created_by) values (${at.id}, ${at.team}, ${lookup}, ${file}, ${total}, ${me.uid})`,
  )
}

async function storeRows(tx: Transaction, { id, list }: ImportOf, given: BodyOf<typeof sendRows>['rows']): Promise<void> {
  const read = given.map(({ row, cells }) => {
    const entry = readEntry(list, cells)
    if ('problem' in entry) {
      const label = (cells['name'] ?? '').slice(0, 200)
      return {
        n: row,
        label,
        attributes: {},
        disabled: null,
        new_id: newId(),
        outcome: 'problem',
        problem: entry.problem,
        place: entry.column,
      }
    }
    const { name, values, disabled } = entry
    return {
      n: row,
      label: name,
      attributes: values,
      disabled: disabled ?? null,
      new_id: newId(),
      outcome: 'added',
      problem: null,
      place: null,
    }
  })
  await tx.execute(
    sql`insert into list_import_rows (import, n, label, attributes, disabled, new_id, outcome, problem, place)
        select ${id}, r.n, r.label, r.attributes, r.disabled, r.new_id, r.outcome, r.problem, r.place
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
          as r(n integer, label text, attributes jsonb, disabled boolean, new_id text, outcome text, problem text, place text)
        on conflict (import, n) do nothing`,
  )
}

const CountsRow = z.object({
  arrived: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  problem: z.number(),
})

async function countsOf(db: Database | Transaction, id: string): Promise<ImportCounts & { arrived: number }> {
  const [counts] = await rows(
    db,
    CountsRow,
    sql`select count(*)::int as arrived, count(*) filter (where outcome in ('added', 'keptNew'))::int as added,
          count(*) filter (where outcome in ('changed', 'keptChanged'))::int as changed,
          count(*) filter (where outcome = 'unchanged')::int as unchanged, count(*) filter (where outcome = 'problem')::int as problem
        from list_import_rows where import = ${id}`,
  )
  return counts ?? { arrived: 0, added: 0, changed: 0, unchanged: 0, problem: 0 }
}

const ProblemRow = z.object({
  row: z.number(),
  column: z.string(),
  problem: z.enum(entryProblems),
  name: z.string(),
  other: z.nullable(z.string()),
  otherRow: z.nullable(z.number()),
})
const DoneRow = z.object({ done: z.number(), kept: z.number() })

const problemOf = ({ other, otherRow, ...problem }: z.infer<typeof ProblemRow>): RowProblem => ({
  ...problem,
  ...(other !== null && { other }),
  ...(otherRow !== null && { otherRow }),
})

/** Returns an import as its screen shows it. */
export async function describeImport(db: Database | Transaction, at: ImportOf): Promise<ListImport> {
  const found = await importAt(db, at)
  if (!found) throw new Refused(409, 'INVALID', text('This import does not exist any more. Choose the file again.'))
  const { arrived, ...counts } = await countsOf(db, at.id)
  const isBack = found.state === 'undoing' || found.state === 'undone'
  const [progress] = await rows(
    db,
    DoneRow,
    sql`select count(*) filter (where done <> ${isBack})::int as done, count(*) filter (where outcome in ('keptNew', 'keptChanged'))::int as kept
        from list_import_rows where import = ${at.id}`,
  )
  const problems = await rows(
    db,
    ProblemRow,
    sql`select n as row, coalesce(place, 'name') as column, problem, label as name, other, other_row as "otherRow" from list_import_rows
        where import = ${at.id} and outcome = 'problem' order by n limit ${mostProblems}`,
  )
  return { ...found, arrived, counts, problems: problems.map(problemOf), done: progress?.done ?? 0, kept: progress?.kept ?? 0 }
}

const IdRow = z.object({ id: z.string() })

/** Returns the last import of a list, for people who edit it. Throws Refused. */
export async function lastImportOf(app: App, me: Person, { team, list }: Omit<ImportOf, 'id'>): Promise<ListImport | null> {
  const { db } = app.storage
  const project = await projectOr404(db, me, team)
  if (!mayEditList(project, list)) throw forbidden()
  const [last] = await rows(
    db,
    IdRow,
    sql`select id from list_imports where team = ${team} and lookup = ${lookupOfList[list]} order by created_at desc, id limit 1`,
  )
  return last ? describeImport(db, { team, list, id: last.id }) : null
}

const SizeRow = z.object({ n: z.number() })

/** Throws Refused if the list would become too long. */
export async function refuseTooMany(tx: Transaction, { team, list, id }: ImportOf): Promise<void> {
  const { added } = await countsOf(tx, id)
  const [size] = await rows(
    tx,
    SizeRow,
    sql`select count(*)::int as n from lookup_items where team = ${team} and lookup = ${lookupOfList[list]}`,
  )
  if ((size?.n ?? 0) + added > mostEntries)
    throw new Refused(400, 'INVALID', text('A list has at most {mostEntries} entries. Delete some, or import a shorter file.'), {
      values: { mostEntries: String(mostEntries) },
    })
}
