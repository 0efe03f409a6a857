import { sql } from 'drizzle-orm'
import { type Bell, createBell } from './bell.ts'
import { type SaveQuestion, saveRecordsOf } from './callSaveRecord.ts'
import type { Database, Transaction } from './database.ts'
import { openEmbedded } from './embedded/openEmbedded.ts'
import type { ReopenReason } from './embedded/openWorkerClient.ts'
import { migrate } from './migrate.ts'
import { insideTransaction } from './ownTransaction.ts'
import { openPostgres } from './postgres/openPostgres.ts'
import type { QueryBudgets } from './queryBudget.ts'

/** Where the server keeps everything. One SQL dialect, two homes: a folder (PGlite) or a PostgreSQL server. */
export interface Storage {
  readonly kind: 'embedded' | 'postgres'
  /** For single statements. Inside `transaction` use its `tx`: this throws there, because it would wait for itself. */
  readonly db: Database
  /** Everything in `work` is stored together when it resolves, and nothing when it throws. What resolved is on disk. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One call of save_record(). What resolved is on disk; calls that come together share a transaction. */
  saveRecord<Seen>(question: SaveQuestion): Promise<Seen>
  /** Rings after a commit that left jobs behind. A hint for this process only: the jobs table is the truth. */
  readonly bell: Bell
  /** Rings after a commit that may have left changes for devices. A hint for this process only: the counters of the tenants are the truth. */
  readonly changed: Bell
  /** False while the database does not answer (`/readyz`). */
  ready(): Promise<boolean>
  close(): Promise<void>
}

export interface StorageOptions {
  /** The embedded database lives in `<dataDir>/database`. */
  dataDir?: string | undefined
  /** `postgres://…`; wins over dataDir. */
  databaseUrl?: string | undefined
  /** Nothing is kept: for tests and previews. */
  memory?: boolean | undefined
  /** A file of makeSnapshot() that makes the first start of an embedded database quick. Default: the one that lies beside this code. */
  snapshot?: string | undefined
  /** How long one statement may run (default: 10 s for requests, 2 minutes for jobs). A database in memory has none. */
  budgets?: QueryBudgets | undefined
  /** The embedded database was ended and opened again: a statement ran over its budget, or its thread crashed. */
  onReopen?: ((why: ReopenReason) => void) | undefined
  /** The disk refused to store. Nothing can be trusted to be kept from then on: the process should end. */
  onBroken?: ((error: Error) => void) | undefined
}

/** Opens the storage and brings its tables up to date. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, memory } = options
  if (!databaseUrl && !memory && !dataDir) throw new Error('openStorage needs a databaseUrl, a dataDir, or memory')
  const engine = databaseUrl
    ? openPostgres(databaseUrl, options.budgets)
    : await openEmbedded({ ...options, dataDir: memory ? undefined : dataDir })
  try {
    await migrate(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  const saveRecord = saveRecordsOf(engine)
  let closing: Promise<void> | undefined
  const changed = createBell()
  const thenRing = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    changed.ring()
    return result
  }
  return {
    kind: engine.kind,
    db: engine.db,
    bell: createBell(),
    changed,
    transaction: (work) => thenRing(engine.db.transaction((tx) => insideTransaction(() => work(tx as Transaction)))),
    saveRecord: <Seen>(question: SaveQuestion) => thenRing(saveRecord(question) as Promise<Seen>),
    ready: () =>
      closing
        ? Promise.resolve(false)
        : within(2000, engine.db.execute(sql`select 1`)).then(
            () => true,
            () => false,
          ),
    close: () => (closing ??= engine.close()),
  }
}

/** The promise, or a failure after so many milliseconds. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
