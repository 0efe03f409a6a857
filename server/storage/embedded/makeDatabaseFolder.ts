import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem } from './durableFileSystem.ts'
import type { CompiledWasm } from './ToWorker.ts'

/**
 * Creates the database in a temporary folder, flushes it, and renames it: a power cut leaves no folder that
 * looks like a database.
 */
export async function makeDatabaseFolder(folder: string, snapshot: string | undefined, wasm: CompiledWasm): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something that is no database; move it away or choose another data folder`)
  }
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const client = await PGlite.create({
    fs: new DurableFileSystem(draft, () => {}),
    pgliteWasmModule: wasm,
    ...(snapshot && { loadDataDir: new Blob([readFileSync(snapshot)]) }),
  })
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
