import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../migrate.ts'
import { engineOf } from './engine.ts'

/** Where the build puts the snapshot: beside this code, in the source tree as in the bundle. */
export const builtSnapshot = join(dirname(fileURLToPath(import.meta.url)), 'snapshot.tar.gz')

/**
 * Writes an empty, migrated database as one file (about 6 MB), so that the first start on a machine doesn't have to make it.
 * It fits the PGlite version that made it; migrations that came later are applied as usual.
 */
export async function makeSnapshot(file: string): Promise<void> {
  const client = await PGlite.create()
  try {
    await migrate(engineOf(client))
    await client.exec('checkpoint')
    const bytes = await (await client.dumpDataDir('gzip')).arrayBuffer()
    mkdirSync(dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, new Uint8Array(bytes))
    renameSync(draft, file)
  } finally {
    await client.close()
  }
}

/** The snapshot to start from: the given one, which must be there, or the built one, if it is. */
export function snapshotToUse(given: string | undefined): string | undefined {
  if (given !== undefined) return given
  return existsSync(builtSnapshot) ? builtSnapshot : undefined
}
