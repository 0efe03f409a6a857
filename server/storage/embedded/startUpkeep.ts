import { getTableName, isTable } from 'drizzle-orm'
import { runPeriodically } from '../runPeriodically.ts'
import { withQueryBudget } from '../queryBudget.ts'
import * as schema from '../schema.ts'

const lookEvery = 15_000
const checkpointEvery = 5 * 60_000
/**
 * After a checkpoint each page is written to the log completely on its first change, so frequent
 * checkpoints cost more than a longer recovery.
 */
const checkpointAfterLogBytes = 96 * 1024 * 1024
const vacuumEvery = 30 * 60_000

/**
 * PGlite is PostgreSQL in one process: no background checkpointer, no autovacuum. This does both, only
 * after writes. Returns a function that stops it; a running round ends first.
 */
export function startUpkeep(
  client: { exec(statement: string): Promise<unknown> },
  disk: { readonly logBytes: number },
  clock: () => number = Date.now,
): () => Promise<void> {
  const tables = Object.values(schema)
    .filter((entry) => isTable(entry))
    .map((table) => getTableName(table))
  let checkpoint = { at: clock(), logBytes: disk.logBytes }
  let vacuum = { at: clock(), logBytes: disk.logBytes }
  let stopped = false

  async function look() {
    const written = disk.logBytes - checkpoint.logBytes
    if (written > checkpointAfterLogBytes || (written > 0 && clock() - checkpoint.at > checkpointEvery)) {
      await client.exec('checkpoint')
      checkpoint = { at: clock(), logBytes: disk.logBytes }
    }
    if (disk.logBytes > vacuum.logBytes && clock() - vacuum.at > vacuumEvery) {
      // One table at a time, so that requests can run in between.
      for (const table of tables) if (!stopped) await client.exec(`vacuum (analyze) ${table}`)
      vacuum = { at: clock(), logBytes: disk.logBytes }
    }
  }

  // The next round retries after a failure. If the database is broken, the requests fail too.
  const stop = runPeriodically(lookEvery, () => withQueryBudget('none', look), { failed: () => {} })
  return () => {
    stopped = true
    return stop()
  }
}
