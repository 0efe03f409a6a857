import type { Engine, RunSql } from '../storage/database.ts'
import { type DatabaseSums, type InsertRows, loadDatabase } from '../storage/dump/loadDatabase.ts'
import { type OwnLayout, readLayout } from '../storage/dump/readLayout.ts'
import { readRows, readSnapshot } from '../storage/dump/readRows.ts'
import { RowSum } from '../storage/dump/RowSum.ts'
import { lockKey } from '../storage/migrate.ts'
import { type DatabasePlace, fillDatabase } from './fillDatabase.ts'

interface MoveReport {
  readonly rows: number
  /** What of the source is not in the target, in words. */
  readonly excluded: readonly string[]
}

/**
 * Copies all rows of a database that no server uses into an empty one, and compares each of them. The target is
 * complete or empty; the source stays as it is. A server that starts meanwhile waits until the end of the move. Throws
 * when a server is connected, or `signal` aborts.
 */
export async function moveDatabase(source: Engine, target: DatabasePlace, signal?: AbortSignal): Promise<MoveReport> {
  return await source.alone((from) =>
    withoutServers(source, from, (refuseServers) =>
      readSnapshot(from, async () => {
        const layout = await readLayout(from, { snapshot: target.snapshot })
        let rows = 0
        const feed = async (insert: InsertRows) => {
          const sums = await copyRows(from, layout, insert)
          await refuseServers()
          rows = Object.values(sums.tables).reduce((sum, table) => sum + table.rows, 0)
          return sums
        }
        const hasSite = layout.tables.some(({ name }) => name === 'site')
        // The site moves, so its first server at the target is no copy: server/domain/files/filesOwner.ts.
        const change = async (to: RunSql) => void (hasSite && (await to('update site set home = null')))
        await fillDatabase(target, (to, isNew) => loadDatabase(to, layout, feed, { isNew, change }), signal)
        return { rows, excluded: layout.excluded }
      }),
    ),
  )
}

/**
 * Holds the lock of the migrations during `work`, which each server takes at its start. `refuseServers` throws when a
 * server is connected. Nobody but this process can use an embedded database.
 */
async function withoutServers<T>(source: Engine, run: RunSql, work: (refuseServers: () => Promise<void>) => Promise<T>): Promise<T> {
  if (source.kind === 'embedded') return await work(() => Promise.resolve())
  const refuse = (): never => {
    throw new Error('A server uses this PostgreSQL database. Stop all of them first, so that no save is left behind.')
  }
  const refuseServers = async () => {
    // A transaction sees the connections of its first look, until this.
    await run('select pg_stat_clear_snapshot()')
    const [others] = await run<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'muster' and pid <> pg_backend_pid()`)
    if ((others?.n ?? 0) > 0) refuse()
  }
  const [lock] = await run<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`)
  if (lock?.taken !== true) refuse()
  try {
    await refuseServers()
    return await work(refuseServers)
  } finally {
    // A connection that is lost has no lock.
    await run(`select pg_advisory_unlock(${lockKey})`).catch(() => {})
  }
}

async function copyRows(from: RunSql, { tables, readSequences }: OwnLayout, insert: InsertRows): Promise<DatabaseSums> {
  const sums: Record<string, { rows: number; digest: string }> = {}
  for (const table of tables) {
    const sum = new RowSum()
    for await (const batch of readRows(from, table)) {
      for (const row of batch) sum.add(row)
      await insert(table.name, batch)
    }
    sums[table.name] = { rows: sum.rows, digest: sum.digest }
  }
  return { tables: sums, sequences: await readSequences() }
}
