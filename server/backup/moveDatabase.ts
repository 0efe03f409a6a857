import type { Engine, RunSql } from '../storage/database.ts'
import { type DatabaseSums, type InsertRows, loadDatabase } from '../storage/dump/loadDatabase.ts'
import { readRows, readSnapshot } from '../storage/dump/readRows.ts'
import { readSequences, readTables, type TableLayout } from '../storage/dump/readTables.ts'
import { RowSum } from '../storage/dump/RowSum.ts'
import { type DatabasePlace, fillDatabase } from './fillDatabase.ts'

/**
 * Copies all rows of a database that no server uses into an empty one, and compares each of them. The target is
 * complete or empty; the source stays as it is. Returns the number of rows.
 */
export async function moveDatabase(source: Engine, target: DatabasePlace): Promise<number> {
  return await source.alone((from) =>
    readSnapshot(from, async () => {
      const tables = await readTables(from)
      const migrations = await from<{ id: string }>('select id from migrations order by id')
      let rows = 0
      const layout = { tables, migrations: migrations.map(({ id }) => id) }
      const feed = async (insert: InsertRows) => {
        const sums = await copyRows(from, tables, insert)
        rows = Object.values(sums.tables).reduce((sum, table) => sum + table.rows, 0)
        return sums
      }
      await fillDatabase(target, (to, isNew) => loadDatabase(to, layout, feed, { isNew }))
      return rows
    }),
  )
}

async function copyRows(from: RunSql, tables: readonly TableLayout[], insert: InsertRows): Promise<DatabaseSums> {
  const sums: Record<string, { rows: number; digest: string }> = {}
  for (const table of tables) {
    const sum = new RowSum()
    for await (const batch of readRows(from, table)) {
      for (const row of batch) sum.add(row)
      await insert(table.name, batch)
    }
    sums[table.name] = { rows: sum.rows, digest: sum.digest }
  }
  return { tables: sums, sequences: await readSequences(from) }
}
