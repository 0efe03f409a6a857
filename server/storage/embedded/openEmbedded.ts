import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Engine } from '../database.ts'
import { defaultBudgets, type QueryBudgets } from '../queryBudget.ts'
import { copyDatabase } from './copyDatabase.ts'
import { engineOf } from './engineOf.ts'
import { lockFolder } from './lockFolder.ts'
import { openWorkerClient, type ReopenReason } from './openWorkerClient.ts'
import { snapshotToUse } from './makeSnapshot.ts'
import { startUpkeep } from './startUpkeep.ts'

interface EmbeddedOptions {
  /** Absent: in memory. */
  dataDir?: string | undefined
  snapshot?: string | undefined
  budgets?: QueryBudgets | undefined
  onBroken?: ((error: Error) => void) | undefined
  onReopen?: ((why: ReopenReason) => void) | undefined
}

/**
 * Opens a database in `<dataDir>/database`, in its own thread; or one in memory, in this thread and without
 * budgets, for tests and previews.
 */
export async function openEmbedded({ dataDir, snapshot, budgets = defaultBudgets, onBroken, onReopen }: EmbeddedOptions): Promise<Engine> {
  const from = snapshotToUse(snapshot)
  if (dataDir === undefined) return engineOf(await PGlite.create(from ? { loadDataDir: new Blob([readFileSync(from)]) } : {}))
  const folder = resolve(dataDir, 'database')
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  try {
    const client = await openWorkerClient({
      folder,
      snapshot: from,
      budgets,
      onBroken: onBroken ?? (() => {}),
      onReopen: onReopen ?? (() => {}),
    })
    const stopUpkeep = startUpkeep(client, client)
    const engine = engineOf(client, async () => {
      try {
        await stopUpkeep()
        await client.close()
      } finally {
        unlock()
      }
    })
    return { ...engine, copyTo: (copy, signal) => copyDatabase(engine.alone, folder, resolve(copy, 'database'), signal) }
  } catch (error) {
    unlock()
    throw error
  }
}
