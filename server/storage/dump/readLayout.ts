import type { RunSql } from '../database.ts'
import { openEmbedded } from '../embedded/openEmbedded.ts'
import { migrations as known } from '../migrations.data.ts'
import type { Migration } from '../readMigrations.ts'
import { createSchema } from './createSchema.ts'
import type { DatabaseLayout } from './loadDatabase.ts'
import { readRelations, readSequences, readTables, type SequencePosition, type TableLayout } from './readTables.ts'

/** What of a database is data of this program. */
export interface OwnLayout extends DatabaseLayout {
  /** Positions of the sequences that the migrations make. */
  readSequences(): Promise<SequencePosition[]>
  /** What other people or programs have added to the database, in words. */
  readonly excluded: readonly string[]
}

interface LayoutOptions {
  /** A file of makeSnapshot(); absent: the built one. It only saves time. */
  readonly snapshot?: string | undefined
  readonly list?: readonly Migration[] | undefined
}

/**
 * Compares a database with one that its migrations make, in memory: only what they make can be restored. Throws when
 * the database is empty, or a table lacks a column or has it with another type.
 */
export async function readLayout(run: RunSql, { snapshot, list = known }: LayoutOptions = {}): Promise<OwnLayout> {
  const found = new Map((await readTables(run)).map((table) => [table.name, columnsOf(table)]))
  if (!found.has('migrations')) throw new Error('The database is empty.')
  const applied = await run<{ id: string }>('select id from migrations order by id')
  const migrations = applied.map(({ id }) => id)
  const made = await schemaOf(migrations, snapshot, list)
  const excluded: string[] = []
  for (const { name, kind } of await readRelations(run))
    if (!made.names.has(name)) excluded.push(`the ${kind} ${name}, which Muster did not make`)
  for (const table of made.tables) {
    const wanted = columnsOf(table)
    const there = found.get(table.name) ?? new Map<string, string>()
    for (const [name, type] of wanted)
      if (there.get(name) !== type)
        throw new Error(
          `The table ${table.name} was changed: its column ${name} is no longer ${type}. It could not be restored. Undo that change first.`,
        )
    for (const name of there.keys())
      if (!wanted.has(name)) excluded.push(`the column ${name} of the table ${table.name}, which Muster did not make`)
  }
  return {
    migrations,
    tables: made.tables,
    excluded,
    readSequences: async () => (await readSequences(run)).filter(({ name }) => made.names.has(name)),
  }
}

const columnsOf = ({ columns }: TableLayout) => new Map(columns.map(({ name, type }) => [name, type]))

async function schemaOf(
  migrations: readonly string[],
  snapshot: string | undefined,
  list: readonly Migration[],
): Promise<{ tables: readonly TableLayout[]; names: ReadonlySet<string> }> {
  const engine = await openEmbedded({ snapshot })
  try {
    return await engine.alone(async (run) => {
      await createSchema(run, migrations, list)
      const relations = await readRelations(run)
      return { tables: await readTables(run), names: new Set(relations.map(({ name }) => name)) }
    })
  } finally {
    await engine.close()
  }
}
