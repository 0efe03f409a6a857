import type { RunSql } from '../database.ts'
import { lockKey } from '../migrate.ts'
import { migrations as known } from '../migrations.data.ts'
import type { Migration } from '../readMigrations.ts'
import { createSchema } from './createSchema.ts'
import { groupRows } from './groupRows.ts'
import { readRows, setTextFormats } from './readRows.ts'
import {
  literal,
  quoted,
  readForeignKeys,
  readRelations,
  readSequences,
  readTables,
  type SequencePosition,
  type TableLayout,
} from './readTables.ts'
import { RowSum } from './RowSum.ts'

/** Characters of rows in one statement, about. */
const insertLength = 4_000_000
/** PostgreSQL's jsonb ends at 268,435,455 bytes. A character has up to 3. */
const longestJsonb = 60_000_000

/** What a database contained: its tables and the ids of its migrations. */
export interface DatabaseLayout {
  readonly tables: readonly TableLayout[]
  readonly migrations: readonly string[]
}

/** What the loaded database has to be equal to. */
export interface DatabaseSums {
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly digest: string }>>
  readonly sequences: readonly SequencePosition[]
}

/** Inserts rows as readRows() returns them. */
export type InsertRows = (table: string, rows: readonly string[]) => Promise<void>

interface LoadOptions {
  /** The database was made for this: its tables have no rows that count. */
  readonly isNew?: boolean | undefined
  readonly list?: readonly Migration[] | undefined
  /** Changes the loaded rows after they were compared, in the same transaction. */
  readonly change?: ((run: RunSql) => Promise<void>) | undefined
}

/**
 * Loads an empty database in one transaction: the schema by its migrations, then the rows that `feed` inserts. Reads
 * every row back before the commit, and compares it with the sums that `feed` resolves to. Throws, and leaves the
 * database empty, when anything differs.
 */
export async function loadDatabase(
  run: RunSql,
  layout: DatabaseLayout,
  feed: (insert: InsertRows) => Promise<DatabaseSums>,
  { isNew = false, list = known, change }: LoadOptions = {},
): Promise<void> {
  await run('begin')
  try {
    await run('set local lock_timeout = 0')
    await run(`select pg_advisory_xact_lock(${lockKey})`)
    const relations = await readRelations(run)
    if (relations.length > 0 && !isNew)
      throw new Error(
        `The database is not empty: it has ${relations.length} tables and sequences. Create a new database, and name that one.`,
      )
    await createSchema(run, layout.migrations, list)
    await compareSchema(run, layout)
    await setTextFormats(run)
    await loadRows(run, layout, feed)
    await change?.(run)
    await run('commit')
  } catch (error) {
    await run('rollback').catch(() => {})
    throw error
  }
}

async function compareSchema(run: RunSql, layout: DatabaseLayout): Promise<void> {
  const made = new Map((await readTables(run)).map((table) => [table.name, namesIn(table)]))
  const other = layout.tables.find((table) => made.get(table.name) !== namesIn(table))
  if (other || made.size !== layout.tables.length)
    throw new Error(
      `The migrations of this version make other tables than the data has (${other?.name ?? 'a table is missing'}). Install the version that wrote it.`,
    )
}

const namesIn = ({ columns }: TableLayout): string =>
  JSON.stringify(columns.map(({ name, type }) => `${name} ${type}`).toSorted((a, b) => (a < b ? -1 : 1)))

async function loadRows(run: RunSql, { tables }: DatabaseLayout, feed: (insert: InsertRows) => Promise<DatabaseSums>): Promise<void> {
  // An owner of tables may do this without the rights of a superuser. Adding the keys again checks every row.
  const foreignKeys = await readForeignKeys(run)
  for (const { table, name } of foreignKeys) await run(`alter table ${table} drop constraint ${quoted(name)}`)
  await run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name } of tables) await run(`alter table ${quoted(name)} disable trigger user`)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const sums = await feed(async (name, rows) => {
    const table = byName.get(name)
    if (!table) throw new Error(`the table ${name} is unknown`)
    for await (const group of groupRows([rows], insertLength)) await run(insertOf(table, group))
  })
  await setSequences(run, sums.sequences)
  for (const { name } of tables) await run(`alter table ${quoted(name)} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) await run(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const table of tables) await compare(run, table, sums.tables[table.name])
}

async function setSequences(run: RunSql, wanted: readonly SequencePosition[]): Promise<void> {
  const namesOf = (sequences: readonly SequencePosition[]) => JSON.stringify(sequences.map(({ name }) => name).toSorted())
  if (namesOf(await readSequences(run)) !== namesOf(wanted))
    throw new Error('The migrations of this version make other sequences than the data has. Install the version that wrote it.')
  for (const { name, value, called } of wanted) await run(`select setval(${literal(quoted(name))}, ${BigInt(value)}, ${called})`)
}

function insertOf({ name, columns }: TableLayout, rows: readonly string[]): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, n) => `(r->>${n})::${type}`).join(', ')
  const text = `[${rows.join(',')}]`
  // json reads the row again for each column, and has no limit of its own.
  const json = text.length > longestJsonb ? 'json' : 'jsonb'
  return `insert into ${quoted(name)} (${names}) overriding system value
    select ${values} from ${json}_array_elements(${literal(text)}::${json}) as r`
}

async function compare(run: RunSql, table: TableLayout, wanted: { rows: number; digest: string } | undefined): Promise<void> {
  const sum = new RowSum()
  for await (const batch of readRows(run, table)) for (const row of batch) sum.add(row)
  if (sum.rows !== wanted?.rows || sum.digest !== wanted.digest)
    throw new Error(
      `The table ${table.name} has ${sum.rows} rows that differ from the ${wanted?.rows ?? 0} of the source. Nothing was stored. Please report this.`,
    )
}
