import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { restoringMark } from '../adapters/files/FileStore.ts'
import type { RunSql } from '../storage/database.ts'
import { type DatabaseSums, type InsertRows, loadDatabase } from '../storage/dump/loadDatabase.ts'
import type { BackupManifest, BackupStart } from './BackupManifest.ts'
import { type BucketWriter, contentOf, type FilesBucket, idOfFile, markPath, writeBucket } from './FilesBucket.ts'
import { type DatabasePlace, fillDatabase, flushFolder } from './fillDatabase.ts'
import { type BackupVisitor, walkBackup } from './walkBackup.ts'

/** Where a backup is restored. With a `bucket`, the files of people are put there and not into the data folder. */
export interface RestorePlace extends DatabasePlace {
  readonly bucket?: FilesBucket | undefined
}

/**
 * What was restored. `ownsFiles`: the files are alone in their place, and the database claims it. `takesFiles`: the first
 * start takes the place with its files, because neither it nor the backup of an earlier version says what site it belongs to.
 */
export type Restored = BackupManifest & { readonly ownsFiles: boolean; readonly takesFiles: boolean }

/**
 * Restores a backup into an empty database, the data folder and the bucket, and compares every row. The database appears complete
 * or not at all. Files that are there already and are equal stay, so that an interrupted restore can be repeated.
 * Rejects with what was restored nevertheless, and when `signal` aborts. The database becomes a site of its own: it owns
 * the place of the files only if that was empty, because another server may use the files that are there.
 */
export async function restoreBackup(file: string, place: RestorePlace, signal?: AbortSignal): Promise<Restored> {
  const target: Target = { dataDir: resolve(place.dataDir), bucket: place.bucket, hasFiles: false }
  let manifest: BackupManifest | undefined
  const feed = async (insert: InsertRows): Promise<DatabaseSums> => {
    manifest = await readInto(file, target, insert, signal)
    return manifest
  }
  try {
    const start = await readStart(file)
    const mark = markOf(target)
    const ownsFiles = await isFree(target)
    const isMarked = (await mark.read()) !== undefined
    if (ownsFiles) await mark.write(restoringMark)
    const id = randomUUID()
    const hasSite = start.tables.some(({ name }) => name === 'site')
    const change = async (run: RunSql) => {
      if (!hasSite) return
      await run('delete from site')
      await run(`insert into site (id, restored) values ('${id}', true)`)
    }
    await fillDatabase(place, (run, isNew) => loadDatabase(run, start, feed, { isNew, change }), signal)
    if (ownsFiles && hasSite) await mark.write(id)
    return { ...(manifest as unknown as BackupManifest), ownsFiles, takesFiles: !ownsFiles && !hasSite && !isMarked }
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${(error as Error).message} ${stateOf(target)}`, { cause: error })
  }
}

/** Where it is written whom the files belong to: in the bucket, or beside the files of the data folder. */
function markOf({ dataDir, bucket }: Target): { read(): Promise<string | undefined>; write(mark: string): Promise<void> } {
  if (bucket) return { read: () => bucket.store.readMark(), write: (mark) => bucket.store.writeMark(mark) }
  const path = join(dataDir, markPath)
  return {
    read: () => readFile(path, 'utf8').catch(() => undefined),
    async write(mark) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, mark, { mode: 0o600, flush: true })
    },
  }
}

/** No file of people is there, or only those of a restore that was interrupted. */
async function isFree(target: Target): Promise<boolean> {
  const mark = await markOf(target).read()
  if (mark !== undefined) return mark === restoringMark
  const { dataDir, bucket } = target
  if (bucket) return (await bucket.store.ids()[Symbol.asyncIterator]().next()).done === true
  return (await readdir(join(dataDir, 'files/whole')).catch(() => [])).length === 0
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
      // An earlier version of `npm run backup` takes the mark for a file.
      if (path === markPath) return await skip(bytes)
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

async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
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
