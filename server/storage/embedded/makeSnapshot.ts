import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../migrate.ts'
import { engineOf } from './engineOf.ts'

/** Where the build puts the snapshot: next to this code, in the source tree and in the bundle. */
export const builtSnapshot = join(dirname(fileURLToPath(import.meta.url)), 'snapshot.tar.gz')

/**
 * Writes an empty, migrated database as one file (about 6 MB), so that the first start on a machine doesn't
 * have to create it. It only fits the PGlite version that made it; later migrations are applied as usual.
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

/**
 * The path of the snapshot to start from: the given file, which must exist, or the built one if it exists.
 */
export function snapshotToUse(given: string | undefined): string | undefined {
  if (given !== undefined) return given
  return existsSync(builtSnapshot) ? builtSnapshot : undefined
}
