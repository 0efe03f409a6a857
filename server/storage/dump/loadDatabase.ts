import type { RunSql } from '../database.ts'
import { lockKey } from '../migrate.ts'
import { migrations as known } from '../migrations.data.ts'
import type { Migration } from '../readMigrations.ts'
import { readRows, setTextFormats } from './readRows.ts'
import { countRelations, quoted, readForeignKeys, readTables, type SequencePosition, type TableLayout } from './readTables.ts'
import { RowSum } from './RowSum.ts'

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
  { isNew = false, list = known }: LoadOptions = {},
): Promise<void> {
  await run('begin')
  try {
    await run('set local lock_timeout = 0')
    await run(`select pg_advisory_xact_lock(${lockKey})`)
    const relations = await countRelations(run)
    if (relations > 0 && !isNew)
      throw new Error(`The database is not empty: it has ${relations} tables and sequences. Create a new database, and name that one.`)
    if (relations === 0 || !(await hasSchema(run, layout))) {
      if (relations > 0) await run('drop schema public cascade; create schema public')
      await createSchema(run, layout, list)
    }
    await compareSchema(run, layout)
    await setTextFormats(run)
    await loadRows(run, layout, feed)
    await run('commit')
  } catch (error) {
    await run('rollback').catch(() => {})
    throw error
  }
}

async function createSchema(run: RunSql, layout: DatabaseLayout, list: readonly Migration[]): Promise<void> {
  const ids = new Set(list.map(({ id }) => id))
  const newer = layout.migrations.find((id) => !ids.has(id))
  if (newer !== undefined)
    throw new Error(`The data is of a newer version of Muster, which has the migration ${newer}. Install that version or a later one.`)
  const applied = new Set(layout.migrations)
  await run('create table migrations (id text primary key, applied_at timestamptz not null default now())')
  for (const { id, sql } of list) if (applied.has(id)) await run(sql)
}

/** A new embedded database has the schema of this version. */
async function hasSchema(run: RunSql, layout: DatabaseLayout): Promise<boolean> {
  const applied = await run<{ id: string }>('select id from migrations')
  const ids = applied.map(({ id }) => id)
  return ids.length === layout.migrations.length && new Set([...ids, ...layout.migrations]).size === ids.length
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
    if (rows.length > 0) await run(insertOf(table, rows))
  })
  for (const { name, value, called } of sums.sequences) await run(`select setval('${quoted(name)}', ${BigInt(value)}, ${called})`)
  for (const { name } of tables) await run(`alter table ${quoted(name)} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) await run(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const table of tables) await compare(run, table, sums.tables[table.name])
}

function insertOf({ name, columns }: TableLayout, rows: readonly string[]): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, n) => `(r->>${n})::${type}`).join(', ')
  const text = `[${rows.join(',')}]`.replaceAll("'", "''")
  return `insert into ${quoted(name)} (${names}) overriding system value select ${values} from jsonb_array_elements('${text}'::jsonb) as r`
}

async function compare(run: RunSql, table: TableLayout, wanted: { rows: number; digest: string } | undefined): Promise<void> {
  const sum = new RowSum()
  for await (const batch of readRows(run, table)) for (const row of batch) sum.add(row)
  if (sum.rows !== wanted?.rows || sum.digest !== wanted.digest)
    throw new Error(
      `The table ${table.name} has ${sum.rows} rows that differ from the ${wanted?.rows ?? 0} of the source. Nothing was stored. Please report this.`,
    )
}
