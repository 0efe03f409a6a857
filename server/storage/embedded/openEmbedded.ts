import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Engine } from '../database.ts'
import { answeringOnceFlushed, DurableFileSystem } from './durableFileSystem.ts'
import { engineOf } from './engine.ts'
import { lockFolder } from './folderLock.ts'
import { snapshotToUse } from './snapshot.ts'
import { startUpkeep } from './upkeep.ts'

interface EmbeddedOptions {
  /** Absent: in memory. */
  dataDir?: string | undefined
  snapshot?: string | undefined
  onBroken?: ((error: Error) => void) | undefined
}

/** PostgreSQL's own defaults would take 128 MB of the WASM memory for buffers, and `-F` turns fsync off. */
export const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({
    fsync: 'on',
    // emscripten's fdatasync does nothing
    wal_sync_method: 'fsync',
    // PostgreSQL would hold everybody up with a checkpoint of its own in the middle of a save; upkeep.ts comes before it.
    max_wal_size: '384MB',
    min_wal_size: '64MB',
    shared_buffers: '16MB',
    work_mem: '4MB',
    maintenance_work_mem: '16MB',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

export async function openEmbedded({ dataDir, snapshot, onBroken }: EmbeddedOptions): Promise<Engine> {
  const from = snapshotToUse(snapshot)
  if (dataDir === undefined) {
    const client = await PGlite.create(from ? { loadDataDir: new Blob([readFileSync(from)]) } : {})
    return engineOf(client, () => client.close())
  }
  const folder = resolve(dataDir, 'database')
  mkdirSync(dirname(folder), { recursive: true })
  const unlock = lockFolder(folder)
  try {
    if (!existsSync(join(folder, 'global/pg_control'))) await makeFolder(folder, from)
    const disk = new DurableFileSystem(folder, onBroken ?? (() => {}))
    const client = await PGlite.create({ fs: disk, startParams })
    const stopUpkeep = startUpkeep(client, disk)
    return engineOf(answeringOnceFlushed(client, disk), async () => {
      try {
        await stopUpkeep()
        await client.close()
      } finally {
        unlock()
      }
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/** Makes the database beside its place, flushes it, and renames it: a power cut in between leaves nothing that looks like a database. */
async function makeFolder(folder: string, snapshot: string | undefined) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something that is no database; move it away or choose another data folder`)
  }
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await PGlite.create(draft, snapshot ? { loadDataDir: new Blob([readFileSync(snapshot)]) } : {})
  await client.close()
  rmSync(folder, { recursive: true, force: true })
  flushTree(draft)
  renameSync(draft, folder)
  flush(dirname(folder))
}

function flushTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) flushTree(path)
    else flush(path)
  }
  flush(folder)
}

function flush(path: string) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
