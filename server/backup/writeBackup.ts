import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { type FileHandle, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { maxFileSize } from '../../contract/endpoints/uploads.ts'
import type { Engine, RunSql } from '../storage/database.ts'
import { groupRows } from '../storage/dump/groupRows.ts'
import { readLayout } from '../storage/dump/readLayout.ts'
import { readRows, readSnapshot } from '../storage/dump/readRows.ts'
import type { TableLayout } from '../storage/dump/readTables.ts'
import { RowSum } from '../storage/dump/RowSum.ts'
import { withQueryBudget } from '../storage/queryBudget.ts'
import {
  backupFormat,
  type BackupManifest,
  type BackupStart,
  fileLine,
  filesFolder,
  manifestName,
  partName,
  startName,
} from './BackupManifest.ts'
import { type Archive, createArchive, sha256Of } from './createArchive.ts'
import { type FilesBucket, isFileOfPerson, readBucket } from './FilesBucket.ts'
import { listFiles } from './listFiles.ts'

const compress = promisify(gzip)
/** Characters of rows in one entry, about. */
const partLength = 4_000_000

interface BackupContent {
  readonly engine: Engine
  readonly dataDir: string
  /** Its files are in the backup like those of the data folder. */
  readonly bucket?: FilesBucket | undefined
  /** Version of the server. */
  readonly version: string
  /** SECRET is set, so the data folder does not contain the secret of the server. */
  readonly secretIsGiven: boolean
  /** A file of makeSnapshot(); absent: the built one. */
  readonly snapshot?: string | undefined
  /** Stops it: then it rejects. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes the database as it is at one moment, and the files of the data folder after it, so that the backup has every
 * file that a record names, once. Memory does not grow with the data, but for the names of files that are still to be moved. Closes `file`, also when it rejects.
 * Throws NoRoomError when `file` has no more room.
 */
export async function writeBackup(file: FileHandle, content: BackupContent): Promise<void> {
  const target = await file.stat()
  const stream = file.createWriteStream({ flush: true })
  let failure: NodeJS.ErrnoException | undefined
  stream.once('error', (error) => (failure = error))
  const archive = createArchive(stream, content.signal)
  try {
    const { known, ...database } = await withQueryBudget('none', () =>
      content.engine.alone((run) => readSnapshot(run, () => writeDatabase(archive, run, content))),
    )
    const { written, ...files } = await writeFiles(archive, content, target)
    const missing = Math.max(known - written, 0)
    await archive.add(manifestName, json({ ...database, files: { ...files, missing } } satisfies BackupManifest))
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    const problem = noRoom[failure?.code ?? '']
    throw problem === undefined ? error : new NoRoomError(`${problem} after ${Math.floor(stream.bytesWritten / 1e6)} MB of the backup.`)
  }
}

/** The disk of the backup takes no more bytes. */
export class NoRoomError extends Error {}

const noRoom: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'Your quota on the disk was used up',
  EFBIG: 'The disk takes no larger file',
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

/** `known`: complete files that the database knows. */
async function writeDatabase(
  archive: Archive,
  run: RunSql,
  { engine, version, secretIsGiven, snapshot }: BackupContent,
): Promise<Pick<BackupManifest, 'tables' | 'sequences'> & { known: number }> {
  const { tables, migrations, excluded, readSequences } = await readLayout(run, { snapshot })
  const start: BackupStart = {
    format: backupFormat,
    version,
    takenAt: new Date().toISOString(),
    storage: engine.kind,
    migrations,
    tables,
    excluded: [
      'uploads that had not finished (devices send them again)',
      ...(secretIsGiven ? ['the setting SECRET, without which nobody stays signed in: keep it elsewhere'] : []),
      ...excluded,
    ],
  }
  await archive.add(startName, json(start))
  const sums: BackupManifest['tables'] = {}
  for (const table of tables) sums[table.name] = await writeTable(archive, run, table)
  const [files] = await run<{ known: number }>('select count(*)::int as known from files where complete')
  return { tables: sums, sequences: await readSequences(), known: files?.known ?? 0 }
}

async function writeTable(archive: Archive, run: RunSql, table: TableLayout): Promise<{ rows: number; digest: string }> {
  const sum = new RowSum()
  let part = 0
  for await (const rows of groupRows(readRows(run, table), partLength)) {
    part++
    for (const row of rows) sum.add(row)
    await archive.add(partName(table.name, part), await compress(`${rows.join('\n')}\n`))
  }
  return { rows: sum.rows, digest: sum.digest }
}

/** `target` is the backup itself, which a link may lead to. `written`: files of people among all. */
async function writeFiles(
  archive: Archive,
  { dataDir, bucket }: BackupContent,
  target: Stats,
): Promise<BackupManifest['files'] & { written: number }> {
  const sum = new RowSum()
  let [bytes, written] = [0, 0]
  const count = (path: string, size: number, sha256: string) => {
    sum.add(fileLine(path, sha256))
    bytes += size
    if (isFileOfPerson(path)) written++
  }
  const addBytes = async (path: string, content: Buffer) => {
    await archive.add(`${filesFolder}${path}`, content)
    count(path, content.length, sha256Of(content))
  }
  /** Only those of a move that is not finished. */
  const inFolder = new Set<string>()
  for await (const path of listFiles(dataDir)) {
    const content = isFileOfPerson(path) ? await readSmall(join(dataDir, path), target) : undefined
    if (content) {
      await addBytes(path, content)
      if (bucket) inFolder.add(path)
      continue
    }
    const found = await sumOf(join(dataDir, path), target)
    if (!found) continue
    const { size, sha256 } = found
    await archive
      .addStream(`${filesFolder}${path}`, size, sha256, contentOf(join(dataDir, path), size))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        throw new Error(`${join(dataDir, path)} was removed while it was copied. Repeat the backup.`)
      })
    count(path, size, sha256)
  }
  // After the folder: files are moved from there into the bucket.
  for await (const { path, bytes: content } of bucket ? readBucket(bucket) : []) if (!inFolder.has(path)) await addBytes(path, content)
  return { rows: sum.rows, digest: sum.digest, bytes, written }
}

/** The first `size` bytes of a file, which is opened at the first read. */
async function* contentOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>
}

/**
 * The bytes of a file of people, read once: the move and the cleanup may delete it at any moment. Undefined for a file
 * that is gone, larger than those, or the target.
 */
async function readSmall(path: string, target: Stats): Promise<Buffer | undefined> {
  const found = await stat(path).catch(undefinedIfGone)
  if (!found || found.size > maxFileSize || (found.dev === target.dev && found.ino === target.ino)) return undefined
  return await readFile(path).catch(undefinedIfGone)
}

function undefinedIfGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Undefined for the target, and for a file that housekeeping has removed meanwhile. */
async function sumOf(path: string, target: Stats): Promise<{ size: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let size = 0
  try {
    const { dev, ino } = await stat(path)
    if (dev === target.dev && ino === target.ino) return undefined
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(part)
      size += part.length
    }
  } catch (error) {
    return undefinedIfGone(error)
  }
  return { size, sha256: hash.digest('hex') }
}
