import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DatabaseSums, type InsertRows, loadDatabase } from '../storage/dump/loadDatabase.ts'
import type { BackupManifest, BackupStart } from './BackupManifest.ts'
import { type BucketWriter, contentOf, type FilesBucket, idOfFile, writeBucket } from './FilesBucket.ts'
import { type DatabasePlace, fillDatabase, flushFolder } from './fillDatabase.ts'
import { type BackupVisitor, walkBackup } from './walkBackup.ts'

/** Where a backup is restored. With a `bucket`, the files of people are put there and not into the data folder. */
export interface RestorePlace extends DatabasePlace {
  readonly bucket?: FilesBucket | undefined
}

/**
 * Restores a backup into an empty database, the data folder and the bucket, and compares every row. The database appears complete
 * or not at all. Files that are there already and are equal stay, so that an interrupted restore can be repeated.
 * Rejects with what was restored nevertheless, and when `signal` aborts.
 */
export async function restoreBackup(file: string, place: RestorePlace, signal?: AbortSignal): Promise<BackupManifest> {
  const target: Target = { dataDir: resolve(place.dataDir), bucket: place.bucket, hasFiles: false }
  let manifest: BackupManifest | undefined
  const feed = async (insert: InsertRows): Promise<DatabaseSums> => {
    manifest = await readInto(file, target, insert, signal)
    return manifest
  }
  try {
    const start = await readStart(file)
    await fillDatabase(place, (run, isNew) => loadDatabase(run, start, feed, { isNew }), signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${(error as Error).message} ${stateOf(target)}`, { cause: error })
  }
  return manifest as unknown as BackupManifest
}

interface Target {
  readonly dataDir: string
  readonly bucket: FilesBucket | undefined
  /** At least one file of the backup is there, of this restore or of an earlier one. */
  hasFiles: boolean
}

const stateOf = ({ dataDir, bucket, hasFiles }: Target) =>
  hasFiles
    ? `No row was restored; files of the backup are in ${[dataDir, ...(bucket ? [bucket.name] : [])].join(' and ')}. The same restore goes on from there. Another backup needs another folder.`
    : 'Nothing was restored.'

const refuse = (entry: string, problem: string): never => {
  throw new Error(`The backup is damaged: ${entry}: ${problem}. npm run verify-backup lists all damages; take another backup.`)
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

async function readInto(file: string, target: Target, insert: InsertRows, signal: AbortSignal | undefined): Promise<BackupManifest> {
  const { dataDir, bucket } = target
  const writer = bucket && writeBucket(bucket)
  const folders = new Set<string>()
  const visitor: BackupVisitor = {
    start: () => Promise.resolve(),
    rows: insert,
    file: async (path, size, bytes) => {
      if (!(await restoreIntoBucket(writer, path, bytes))) {
        await restoreFile(join(dataDir, path), size, bytes)
        folders.add(dirname(join(dataDir, path)))
      }
      target.hasFiles = true
    },
    damage: ({ entry, problem }) => refuse(entry, problem),
  }
  const manifest = await walkBackup(file, visitor, signal)
  await writer?.finish()
  for (const folder of folders) await flushFolder(folder)
  return manifest ?? refuse('manifest.json', 'it is missing')
}

/** Returns false for what belongs into the data folder. */
async function restoreIntoBucket(writer: BucketWriter | undefined, path: string, bytes: AsyncIterable<Buffer>): Promise<boolean> {
  const id = idOfFile(path)
  if (!writer || id === undefined) return false
  await writer.add(id, await contentOf(bytes))
  return true
}

async function restoreFile(path: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.restoring`
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const part of bytes) {
      hash.update(part)
      yield part
    }
  }
  try {
    await pipeline(Readable.from(hashed()), createWriteStream(draft, { mode: 0o600, flush: true }))
    const known = await stat(path).catch(() => undefined)
    if (!known) return await rename(draft, path)
    if (known.size === size && (await sumOf(path)) === hash.digest('hex')) return
    throw new Error(
      `${path} is there with other content, perhaps of an earlier restore. Restore into an empty data folder (DATA_DIR), or move the file away.`,
    )
  } finally {
    await rm(draft, { force: true })
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part)
  return hash.digest('hex')
}
