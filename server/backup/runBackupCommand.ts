import { existsSync } from 'node:fs'
import { realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Engine } from '../storage/database.ts'
import { lockFolder } from '../storage/embedded/lockFolder.ts'
import { openEmbedded } from '../storage/embedded/openEmbedded.ts'
import { openPostgres } from '../storage/postgres/openPostgres.ts'
import { copied, copyCommand, copyFolder, usesPostgres } from './copyForBackup.ts'
import { flushFolder, using } from './fillDatabase.ts'
import { moveDatabase } from './moveDatabase.ts'
import { type Draft, openDraft } from './openDraft.ts'
import { restoreBackup, type RestorePlace } from './restoreBackup.ts'
import { type BackupReport, verifyBackup } from './verifyBackup.ts'
import { NoRoomError, writeBackup } from './writeBackup.ts'

export interface BackupCommandOptions extends RestorePlace {
  /** The setting SECRET is there. */
  readonly secretIsGiven: boolean
  /** Version of this program. */
  readonly version: string
  /** File names of the person are relative to it. */
  readonly folder: string
  /** Asks the running server of the data folder; undefined if none runs. */
  readonly askServer: (words: readonly string[]) => Promise<string | undefined>
  readonly say: (line: string) => void
  /** Stops the command: it removes what it has made, and rejects. */
  readonly signal?: AbortSignal | undefined
}

const usage = `Commands:
  npm run backup -- FILE                  writes the database and all files into one file, also while the server runs
  npm run verify-backup -- FILE           reads a backup and says what of it is damaged
  npm run restore -- FILE                 restores a backup into an empty database (DATABASE_URL or DATA_DIR)
  npm run move -- --to postgres://…       copies the embedded database to PostgreSQL, while the server is stopped
  npm run move -- --to embedded           copies the database at DATABASE_URL into DATA_DIR, while the server is stopped`

const commands = { backup, restore, 'verify-backup': verify, move } as const

export const isBackupCommand = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(commands, name)

/** Runs a command for whole data folders. Returns false when it found damages; throws with what to do. */
export async function runBackupCommand([name = '', ...words]: readonly string[], options: BackupCommandOptions): Promise<boolean> {
  process.umask(0o077)
  const [first, second] = words
  const isMove = name === 'move'
  if (words.length !== (isMove ? 2 : 1) || first === undefined || (isMove && first !== '--to')) {
    options.say(usage)
    return false
  }
  const command = commands[name as keyof typeof commands]
  return await command((isMove ? second : resolve(options.folder, first)) ?? '', { ...options, dataDir: resolve(options.dataDir) })
}

async function backup(file: string, options: BackupCommandOptions): Promise<boolean> {
  const { dataDir, bucket, say, signal } = options
  if (existsSync(file)) throw new Error(`${file} exists. Name a new file.`)
  if (await isBelow(file, dataDir)) throw new Error('The backup must be outside of the data folder. Name another file.')
  // Before the rows, which may take minutes: an error if the bucket does not answer.
  await bucket?.store.ids()[Symbol.asyncIterator]().next()
  const path = `${file}.part`
  let draft: Draft | undefined
  try {
    await withDatabase(options, async (engine) => {
      draft = await openDraft(path)
      await writeBackup(draft.handle, { ...options, engine })
    })
    const report = await verifyBackup(path, signal)
    if (report.damages.length > 0)
      throw new Error(`The backup can't be read back: ${linesOf(report).join('; ')}. Check the disk, and repeat it.`)
    if (!(await draft?.isOurs())) throw new Error(`Another program has replaced ${path}. Repeat the command with another file.`)
    await rename(path, file)
    await flushFolder(dirname(file))
    say(`${file}: ${countsOf(report)}.`)
    tellExcluded(report, say)
    return true
  } catch (error) {
    await draft?.remove()
    throw error instanceof NoRoomError ? new Error(`${error.message} ${roomFor(file)}`, { cause: error }) : error
  } finally {
    draft?.release()
  }
}

const roomFor = (file: string) =>
  `Nothing of this backup is left. Free space on the disk of ${dirname(file)}, or name a file on another disk: npm run backup -- FILE`

function tellExcluded({ excluded, missing }: BackupReport, say: (line: string) => void): void {
  for (const part of excluded) say(`Not in it: ${part}.`)
  if (missing > 0)
    say(
      `Not in it: ${missing} files that the database knows. If the server has its files in a bucket, make the backup with its FILES_URL and keys.`,
    )
}

async function isBelow(file: string, folder: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => path)
  const way = relative(await real(folder), join(await real(dirname(file)), basename(file)))
  return !way.startsWith('..') && !isAbsolute(way)
}

/** Runs `work` on the database, or on a copy of it if a server uses it. */
async function withDatabase(options: BackupCommandOptions, work: (engine: Engine) => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl, askServer } = options
  if (!existsSync(dataDir)) throw new Error(`There is no data in ${dataDir}. Name its folder with DATA_DIR.`)
  if (databaseUrl !== undefined) return await using(openPostgres(databaseUrl), work)
  const folder = copyFolder(dataDir)
  const unlock = lockFolder(folder)
  try {
    const answer = await askServer([copyCommand])
    if (answer === usesPostgres)
      throw new Error('The server uses PostgreSQL. Repeat the command with its settings DATABASE_URL and SECRET.')
    if (answer !== undefined && answer !== copied) throw new Error(answer)
    await using(await openEmbedded({ dataDir: answer === copied ? folder : withData(dataDir) }), work)
  } finally {
    // A server that was asked for a copy may be writing its last file.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).finally(unlock)
  }
}

function withData(dataDir: string): string {
  if (existsSync(join(dataDir, 'database'))) return dataDir
  throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR, or the database with DATABASE_URL.`)
}

async function verify(file: string, { say, signal }: BackupCommandOptions): Promise<boolean> {
  const report = await readable(file, () => verifyBackup(file, signal))
  if (report.damages.length === 0) {
    say(`${file} is whole: ${countsOf(report)}, of ${report.takenAt}.`)
    tellExcluded(report, say)
    return true
  }
  say(`${file} is damaged:`)
  for (const line of linesOf(report)) say(`  ${line}`)
  say('It can not be restored. Take another copy of it or another backup. If the server still has its data, make a new backup now.')
  return false
}

async function restore(file: string, options: BackupCommandOptions): Promise<boolean> {
  const { dataDir, databaseUrl, bucket, say } = options
  if (databaseUrl === undefined && (await options.askServer(['help'])) !== undefined)
    throw new Error(`A server is running on ${dataDir}. Name an empty folder with DATA_DIR.`)
  const manifest = await readable(file, () => restoreBackup(file, options, options.signal))
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  say(
    `Restored ${rows} rows and ${manifest.files.rows} files${bucket ? `, those of people into ${bucket.name}` : ''}. Every row was read back and is equal to the backup.`,
  )
  say('Start the server with the settings that it had: npm start')
  const placeOfFiles = bucket?.name ?? join(dataDir, 'files')
  if (manifest.takesFiles) {
    say(`${placeOfFiles} was not empty, and the server will take it as its own, because the backup is of an earlier version.`)
    say('If this is a copy for a trial, do not start it: restore it into another folder instead (FILES_URL or DATA_DIR).')
  } else if (!manifest.ownsFiles) {
    say(`${placeOfFiles} was not empty, so the server will delete no file there.`)
    say('If this database replaces that of the site, run this once while the server runs: npm run files:adopt')
    say('If it is a copy for a trial, restore it into another folder instead (FILES_URL or DATA_DIR).')
  }
  return true
}

async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  return await read()
}

async function move(to: string, options: BackupCommandOptions): Promise<boolean> {
  const { dataDir, databaseUrl, askServer, say, snapshot, signal } = options
  if ((await askServer(['help'])) !== undefined) throw new Error('The server is running. Stop it first, so that no save is left behind.')
  const tellRest = (excluded: readonly string[]) => {
    say('Files stay where they are: keep FILES_URL, if it is set.')
    for (const part of excluded) say(`Not copied: ${part}.`)
  }
  if (to === 'embedded') {
    if (databaseUrl === undefined) throw new Error('Name the database to copy from with DATABASE_URL.')
    const { rows, excluded } = await using(openPostgres(databaseUrl), (source) => moveDatabase(source, { dataDir, snapshot }, signal))
    say(`${rows} rows are in ${dataDir} now, and each is equal. Start the server without DATABASE_URL, and with the same SECRET.`)
    tellRest(excluded)
    return true
  }
  if (!/^postgres(?:ql)?:\/\//.test(to)) throw new Error('Name the database as in: npm run move -- --to postgres://user@host/name')
  const { rows, excluded } = await using(await openEmbedded({ dataDir: withData(dataDir) }), (source) =>
    moveDatabase(source, { dataDir, databaseUrl: to, snapshot }, signal),
  )
  say(`${rows} rows are in the PostgreSQL database now, and each is equal.`)
  say(
    `Start the server with DATABASE_URL and the same DATA_DIR${options.secretIsGiven ? ' and SECRET' : `, and with SECRET="$(cat ${join(dataDir, 'secret')})"`}.`,
  )
  tellRest(excluded)
  say(`The embedded database stays in ${join(dataDir, 'database')}. Remove it when the server works.`)
  return true
}

const countsOf = ({ tables, rows, files }: BackupReport) => `${rows} rows in ${tables} tables, and ${files} files`

const linesOf = ({ damages }: BackupReport) => damages.map(({ entry, problem }) => `${entry}: ${problem}`)
