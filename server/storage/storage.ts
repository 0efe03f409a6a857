import { sql } from 'drizzle-orm'
import { type JobSignal, createJobSignal } from './createJobSignal.ts'
import { type SaveQuestion, saveRecordsOf } from './callSaveRecord.ts'
import { checkRowsOf, type Database, type Engine, type Transaction } from './database.ts'
import type { ReopenReason } from './embedded/openWorkerClient.ts'
import { migrate } from './migrate.ts'
import { insideTransaction } from './insideTransaction.ts'
import { openPostgres } from './postgres/openPostgres.ts'
import { openReplica } from './postgres/openReplica.ts'
import { defaultBudgets, type QueryBudgets } from './queryBudget.ts'
import type { ReadReplica, ReplicaState } from './ReadReplica.ts'
import { traceAsk, traceStatements } from './traceStatements.ts'
import { inSpan } from '../tracing/Span.ts'

/** The server's database. One SQL dialect, two engines: a folder (PGlite) or a PostgreSQL server. */
export interface Storage {
  readonly kind: 'embedded' | 'postgres'
  /**
   * For single statements. Inside `transaction` use its `tx`: `db` throws there, because it would wait for
   * itself.
   */
  readonly db: Database
  /**
   * Stores all writes of `work` together when it resolves, and none when it throws. A resolved transaction
   * is on disk.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls save_record() once. A resolved save is on disk; concurrent calls share a transaction. */
  saveRecord<Seen>(question: SaveQuestion): Promise<Seen>
  /** Signals a commit that added jobs. A hint for this process only: the jobs table is authoritative. */
  readonly jobSignal: JobSignal
  /**
   * Signals a commit that may have changes for devices. A hint for this process only: the counters of the
   * tenants are authoritative.
   */
  readonly changed: JobSignal
  /**
   * Copies the database as it is at one moment to `<dataDir>/database`; others wait only for the last part of it.
   * Rejects when `signal` aborts, and for PostgreSQL, which has its own snapshots.
   */
  copyTo(dataDir: string, signal?: AbortSignal): Promise<void>
  /** The replica for reads, if one is set. */
  readonly replica: ReadReplica | undefined
  /**
   * For single statements that only read: lists, exports and reports. With a replica they may not see the last seconds;
   * `position` is what they must see, at least (`replica.position()`).
   */
  reads(position?: string): Database
  /** False while the database does not answer (`/readyz`). */
  ready(): Promise<boolean>
  close(): Promise<void>
}

export interface StorageOptions {
  /** The embedded database is in `<dataDir>/database`. */
  dataDir?: string | undefined
  /** `postgres://…`; takes precedence over dataDir. */
  databaseUrl?: string | undefined
  /** `postgres://…` of a streaming replica of databaseUrl. */
  readUrl?: string | undefined
  /** Called when the replica is used, or not used any more. */
  onReplica?: ((state: ReplicaState) => void) | undefined
  /** In memory only, nothing is stored: for tests and previews. */
  memory?: boolean | undefined
  /**
   * A file of makeSnapshot() that speeds up the first start of an embedded database. Default: the snapshot
   * next to this code.
   */
  snapshot?: string | undefined
  /**
   * How long one statement may run (default: 10 s for requests, 2 minutes for jobs). A database in memory
   * has no budget.
   */
  budgets?: QueryBudgets | undefined
  /**
   * Called when the embedded database was ended and opened again: a statement exceeded its budget, or the
   * thread crashed.
   */
  onReopen?: ((why: ReopenReason) => void) | undefined
  /** Every row is checked against the shape of its statement (`rows`). For tests and development: it takes time. */
  checkRows?: boolean | undefined
  /** Called when the disk refuses a write. From then on no write is reliable: the process should end. */
  onBroken?: ((error: Error) => void) | undefined
}

/** Opens the storage and applies its migrations. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, memory } = options
  if (!databaseUrl && !memory && !dataDir) throw new Error('openStorage needs a databaseUrl, a dataDir, or memory')
  const engine = databaseUrl
    ? openPostgres(databaseUrl, options.budgets)
    : // A server with PostgreSQL does not load PGlite.
      await (await import('./embedded/openEmbedded.ts')).openEmbedded({ ...options, dataDir: memory ? undefined : dataDir })
  try {
    await migrate(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  traceStatements(engine.db)
  const replica = await replicaOf(engine, options)
  if (options.checkRows) checkRowsOf(engine.db)
  const begun = (tx: Transaction): Transaction => {
    traceStatements(tx)
    if (options.checkRows) checkRowsOf(tx)
    return tx
  }
  let closing: Promise<void> | undefined
  const changed = createJobSignal()
  const saveRecord = saveRecordsOf({ ...engine, ask: traceAsk(engine.ask) }, () => changed.notify())
  const thenRing = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    changed.notify()
    return result
  }
  return {
    kind: engine.kind,
    db: engine.db,
    jobSignal: createJobSignal(),
    changed,
    replica,
    reads(position) {
      const other = replica?.db(position)
      if (other) traceStatements(other)
      const db = other ?? engine.db
      if (options.checkRows) checkRowsOf(db)
      return db
    },
    transaction: (work) =>
      thenRing(inSpan('transaction', {}, () => engine.db.transaction((tx) => insideTransaction(() => work(begun(tx as Transaction)))))),
    saveRecord: <Seen>(question: SaveQuestion) => saveRecord(question) as Promise<Seen>,
    copyTo: (folder, signal) => engine.copyTo?.(folder, signal) ?? Promise.reject(new Error('this database is not in a folder')),
    ready: () =>
      closing
        ? Promise.resolve(false)
        : within(2000, engine.db.execute(sql`select 1`)).then(
            () => true,
            () => false,
          ),
    close: () => (closing ??= Promise.all([replica?.close(), engine.close()]).then(() => undefined)),
  }
}

async function replicaOf(
  engine: Engine,
  { readUrl, budgets = defaultBudgets, onReplica }: StorageOptions,
): Promise<ReadReplica | undefined> {
  if (readUrl === undefined || engine.kind === 'embedded') return undefined
  try {
    return await openReplica({ url: readUrl, primary: engine, budgets, onChange: onReplica })
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Settles like the promise, or rejects after this many milliseconds. */
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
