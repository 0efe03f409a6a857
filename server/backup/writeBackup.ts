import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Engine, RunSql } from '../storage/database.ts'
import { readRows, readSnapshot } from '../storage/dump/readRows.ts'
import { readSequences, readTables, type TableLayout } from '../storage/dump/readTables.ts'
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
import { type Archive, createArchive } from './createArchive.ts'

const compress = promisify(gzip)
/** Characters of rows in one entry, about. */
const partLength = 4_000_000

interface BackupContent {
  readonly engine: Engine
  readonly dataDir: string
  /** Version of the server. */
  readonly version: string
  /** SECRET is set, so the data folder does not contain the secret of the server. */
  readonly secretIsGiven: boolean
}

/**
 * Writes the database as it is at one moment, and the files of the data folder after it, so that the backup has every
 * file that a record names. Memory does not grow with the data.
 */
export async function writeBackup(file: string, content: BackupContent): Promise<void> {
  const archive = createArchive(file)
  try {
    const database = await withQueryBudget('none', () =>
      content.engine.alone((run) => readSnapshot(run, () => writeDatabase(archive, run, content))),
    )
    const files = await writeFiles(archive, content.dataDir)
    await archive.add(manifestName, json({ ...database, files } satisfies BackupManifest))
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

async function writeDatabase(
  archive: Archive,
  run: RunSql,
  { engine, version, secretIsGiven }: BackupContent,
): Promise<Pick<BackupManifest, 'tables' | 'sequences'>> {
  const tables = await readTables(run)
  if (!tables.some(({ name }) => name === 'migrations')) throw new Error('The database is empty. Nothing was written.')
  const migrations = await run<{ id: string }>('select id from migrations order by id')
  const start: BackupStart = {
    format: backupFormat,
    version,
    takenAt: new Date().toISOString(),
    storage: engine.kind,
    migrations: migrations.map(({ id }) => id),
    tables,
    excluded: [
      'uploads that had not finished (devices send them again)',
      ...(secretIsGiven ? ['the setting SECRET, without which nobody stays signed in: keep it elsewhere'] : []),
    ],
  }
  await archive.add(startName, json(start))
  const sums: BackupManifest['tables'] = {}
  for (const table of tables) sums[table.name] = await writeTable(archive, run, table)
  return { tables: sums, sequences: await readSequences(run) }
}

async function writeTable(archive: Archive, run: RunSql, table: TableLayout): Promise<{ rows: number; digest: string }> {
  const sum = new RowSum()
  let part = 0
  let lines: string[] = []
  let length = 0
  const write = async () => {
    if (lines.length === 0) return
    part++
    await archive.add(partName(table.name, part), await compress(`${lines.join('\n')}\n`))
    lines = []
    length = 0
  }
  for await (const batch of readRows(run, table)) {
    for (const row of batch) {
      sum.add(row)
      lines.push(row)
      length += row.length
    }
    if (length > partLength) await write()
  }
  await write()
  return { rows: sum.rows, digest: sum.digest }
}

/** What belongs to the running server, and to other commands. */
const isLeftOut = (path: string) => /^(?:database|commands|backup\.tmp|restore\.tmp)(?:$|[./])|^files\/arriving$|\.restoring$/.test(path)

async function writeFiles(archive: Archive, dataDir: string): Promise<BackupManifest['files']> {
  const sum = new RowSum()
  let bytes = 0
  for await (const path of filesIn(dataDir)) {
    const found = await sumOf(join(dataDir, path))
    // Housekeeping has removed it meanwhile.
    if (!found) continue
    const { size, sha256 } = found
    const content = size === 0 ? nothing() : createReadStream(join(dataDir, path), { end: size - 1 })
    await archive.addStream(`${filesFolder}${path}`, size, sha256, content).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`${join(dataDir, path)} was removed while it was copied. Repeat the backup.`)
    })
    sum.add(fileLine(path, sha256))
    bytes += size
  }
  return { rows: sum.rows, digest: sum.digest, bytes }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* filesIn(dataDir: string, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(dataDir, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isLeftOut(path)) continue
    if (entry.isDirectory()) yield* filesIn(dataDir, path)
    else if (entry.isFile()) yield path
  }
}

async function sumOf(path: string): Promise<{ size: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(part)
      size += part.length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}
