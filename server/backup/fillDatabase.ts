import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Engine, RunSql } from '../storage/database.ts'
import { lockFolder } from '../storage/embedded/lockFolder.ts'
import { openEmbedded } from '../storage/embedded/openEmbedded.ts'
import { openPostgres } from '../storage/postgres/openPostgres.ts'
import { withQueryBudget } from '../storage/queryBudget.ts'

/** Where a database is: at `databaseUrl`, or without it in `<dataDir>/database`. */
export interface DatabasePlace {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** A file of makeSnapshot() from which a new embedded database is made; absent: the built one. */
  readonly snapshot?: string | undefined
}

/** `isNew`: the database was made for this. */
type LoadDatabase = (run: RunSql, isNew: boolean) => Promise<void>

const restoreFolder = 'restore.tmp'

/** Throws instead of a further statement when `signal` has aborted, so that `load` ends with a rollback. */
const stoppable =
  (run: RunSql, signal: AbortSignal | undefined): RunSql =>
  <Row>(sql: string) => {
    if (sql !== 'rollback') signal?.throwIfAborted()
    return run<Row>(sql)
  }

/**
 * Runs `load` on an empty database and puts it into its place when `load` resolves. When it throws, or the process is
 * killed, the place is as empty as before. Throws when there is a database already, and when `signal` aborts.
 */
export async function fillDatabase(place: DatabasePlace, load: LoadDatabase, signal?: AbortSignal): Promise<void> {
  const stoppableLoad: LoadDatabase = (run, isNew) => load(stoppable(run, signal), isNew)
  await (place.databaseUrl === undefined ? fillFolder(place, stoppableLoad) : fillPostgres(place.databaseUrl, stoppableLoad))
}

async function fillPostgres(url: string, load: LoadDatabase): Promise<void> {
  await using(openPostgres(url), (engine) => engine.alone((run) => load(run, false)))
}

async function fillFolder({ dataDir: given, snapshot }: DatabasePlace, load: LoadDatabase): Promise<void> {
  const dataDir = resolve(given)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'database')
  const draft = join(dataDir, restoreFolder)
  const unlock = lockFolder(folder)
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new Error(`There is a database in ${folder} already. Move it away, or name another folder with DATA_DIR.`)
    await rm(draft, { recursive: true, force: true })
    await using(await openEmbedded({ dataDir: draft, snapshot }), (engine) =>
      engine.alone(async (run) => {
        await load(run, true)
        await run('checkpoint')
      }),
    )
    await rm(folder, { recursive: true, force: true })
    await rename(join(draft, 'database'), folder)
    await flushFolder(dirname(folder))
  } finally {
    await rm(draft, { recursive: true, force: true }).finally(unlock)
  }
}

/** Runs `work` on the engine without a limit of time, and closes it. */
export async function using<T>(engine: Engine, work: (engine: Engine) => Promise<T>): Promise<T> {
  try {
    return await withQueryBudget('none', () => work(engine))
  } finally {
    await engine.close()
  }
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
