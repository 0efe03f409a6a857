import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DatabaseSums, type InsertRows, loadDatabase } from '../storage/dump/loadDatabase.ts'
import type { BackupManifest, BackupStart } from './BackupManifest.ts'
import { type DatabasePlace, fillDatabase, flushFolder } from './fillDatabase.ts'
import { walkBackup } from './walkBackup.ts'

/**
 * Restores a backup into an empty database and the data folder, and compares every row. The database appears complete
 * or not at all. Files that are there already and are equal stay, so that an interrupted restore can be repeated.
 */
export async function restoreBackup(file: string, place: DatabasePlace): Promise<BackupManifest> {
  const start = await readStart(file)
  let manifest: BackupManifest | undefined
  const feed = async (insert: InsertRows): Promise<DatabaseSums> => {
    manifest = await readInto(file, resolve(place.dataDir), insert)
    return manifest
  }
  await fillDatabase(place, (run, isNew) => loadDatabase(run, start, feed, { isNew }))
  return manifest as unknown as BackupManifest
}

const refuse = (entry: string, problem: string): never => {
  throw new Error(
    `The backup is damaged: ${entry}: ${problem}. Nothing was restored. npm run verify-backup lists all damages; take another backup.`,
  )
}

class Found extends Error {
  readonly start: BackupStart

  constructor(start: BackupStart) {
    super('found')
    this.start = start
  }
}

/** Reads the first entry only. */
async function readStart(file: string): Promise<BackupStart> {
  try {
    await walkBackup(file, {
      start: (start) => Promise.reject(new Found(start)),
      rows: () => Promise.resolve(),
      file: () => Promise.resolve(),
      damage: ({ entry, problem }) => refuse(entry, problem),
    })
  } catch (error) {
    if (error instanceof Found) return error.start
    throw error
  }
  throw new Error('This file is no backup.')
}

async function readInto(file: string, dataDir: string, insert: InsertRows): Promise<BackupManifest> {
  const folders = new Set<string>()
  const manifest = await walkBackup(file, {
    start: () => Promise.resolve(),
    rows: insert,
    file: async (path, size, bytes) => {
      await restoreFile(join(dataDir, path), size, bytes)
      folders.add(dirname(join(dataDir, path)))
    },
    damage: ({ entry, problem }) => refuse(entry, problem),
  })
  for (const folder of folders) await flushFolder(folder)
  return manifest ?? refuse('manifest.json', 'it is missing')
}

async function restoreFile(path: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const known = await stat(path).catch(() => undefined)
  const draft = `${path}.restoring`
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const part of bytes) {
      hash.update(part)
      yield part
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(draft, { mode: 0o600, flush: true }))
  if (known) {
    const isEqual = known.size === size && (await sumOf(path)) === hash.digest('hex')
    await rm(draft)
    if (!isEqual)
      throw new Error(`${path} is there with other content. Restore into an empty data folder (DATA_DIR), or move the file away.`)
    return
  }
  await rename(draft, path)
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part)
  return hash.digest('hex')
}
