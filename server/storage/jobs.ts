import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from './database.ts'
import { gather } from './gather.ts'
import type { Storage } from './storage.ts'

/** One thing to do. It may run more than once (a server can die between doing and noting it), so use `key` to do it once. */
export interface Job {
  readonly id: number
  readonly kind: string
  /** The same for every run of this job, different for every other job. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  /** 1 on the first run. */
  readonly attempt: number
}

export type JobHandlers = Readonly<Record<string, (job: Job) => Promise<void>>>

export interface JobOptions {
  /** How many run at a time (default 16). */
  readonly lanes?: number | undefined
  /** After so many runs a job is set aside as dead (default 12, which is about a day). */
  readonly mostAttempts?: number | undefined
  /** A run that takes longer is given to somebody else (default 60 000). */
  readonly leaseMs?: number | undefined
  /** How often to look for jobs that nobody rang for: delayed ones, other servers', a dead server's (default 1000). */
  readonly pollMs?: number | undefined
  /** Told about every failed run, without the payload. */
  readonly onFailure?: ((failure: { kind: string; id: number; attempt: number; dead: boolean; error: unknown }) => void) | undefined
}

export interface JobRunner {
  /** Settles once nothing is due. */
  idle(): Promise<void>
  /** Takes no more jobs; settles when those under way have ended. */
  stop(): Promise<void>
}

/** Leaves a job in the caller's transaction. The same `key` twice is one job. Ring `storage.bell` after the commit to have it run at once. */
export async function addJob(
  db: Database | Transaction,
  job: {
    readonly kind: string
    readonly key: string
    readonly payload: Readonly<Record<string, unknown>>
    readonly runAt?: Date | undefined
  },
): Promise<void> {
  await db.execute(
    sql`insert into jobs (kind, key, payload, run_at)
      values (${job.kind}, ${job.key}, ${JSON.stringify(job.payload)}, coalesce(${job.runAt?.toISOString() ?? null}::timestamptz, now()))
      on conflict (key) do nothing`,
  )
}

/** After the death of the only server that this storage has: nobody runs what it ran, so that waiting for its leases to end helps nobody. */
export async function takeBackJobs(storage: Storage): Promise<void> {
  await storage.db.execute(sql`update jobs set locked_until = now() where state = 'running'`)
}

/** Runs jobs of the kinds that have a handler, in this process; any number of servers share the table. */
export function runJobs(storage: Storage, handlers: JobHandlers, options: JobOptions = {}): JobRunner {
  const { lanes = 16, mostAttempts = 12, leaseMs = 60_000, pollMs = 1000, onFailure = () => {} } = options
  const kinds = JSON.stringify(Object.keys(handlers))
  let stopped = false
  let pass: Promise<void> | undefined
  let rungAgain = false

  function wake() {
    if (stopped) return
    rungAgain = true
    pass ??= (async () => {
      while (rungAgain && !stopped) {
        rungAgain = false
        await Promise.all(Array.from({ length: lanes }, lane))
      }
    })().finally(() => {
      pass = undefined
    })
    // The database can't be reached: the next poll tries again, and requests report it.
    pass.catch(() => {})
  }

  /** Lanes that ask at the same moment ask together: what they have done is noted, and they get the next ones. */
  const turn = gather<{ readonly done?: Job | undefined; readonly wants: boolean }, Job | undefined>(
    async (asked) => {
      const done = asked.flatMap(({ done: job }) => (job ? [{ id: job.id, attempt: job.attempt }] : []))
      const most = asked.filter(({ wants }) => wants).length
      const [row] = await rows<{ jobs: Job[] }>(
        storage.db,
        sql`select next_jobs(${JSON.stringify(done)}::jsonb, ${kinds}::jsonb, ${most}::integer, ${leaseMs}::float8) as jobs`,
      )
      const jobs = (row?.jobs ?? []).values()
      return asked.map(({ wants }) => (wants ? jobs.next().value : undefined))
    },
    { flights: 1, most: lanes },
  )

  async function lane() {
    let done: Job | undefined
    for (;;) {
      const job = stopped && !done ? undefined : await turn({ done, wants: !stopped })
      if (!job) return
      done = (await run(job)) ? job : undefined
    }
  }

  /** Whether it is done; what failed is noted here. */
  async function run(job: Job): Promise<boolean> {
    try {
      // It was running so often and never ended, not even with an error: it takes the server with it.
      if (job.attempt > mostAttempts) throw new Error('given up: no run ended')
      await handlers[job.kind]?.(job)
      return true
    } catch (error) {
      const dead = job.attempt >= mostAttempts
      await storage.db.execute(
        sql`update jobs set state = ${dead ? 'dead' : 'waiting'}, finished_at = case when ${dead}::boolean then now() end, locked_until = null,
          last_error = ${nameOf(error)}, run_at = now() + ${backoffMs(job.attempt)}::float8 * interval '1 millisecond'
          where id = ${job.id} and attempts = ${job.attempt} and state = 'running'`,
      )
      onFailure({ kind: job.kind, id: job.id, attempt: job.attempt, dead, error })
      return false
    }
  }

  const silence = storage.bell.listen(wake)
  const timer = setInterval(wake, pollMs)
  timer.unref()
  wake()
  return {
    async idle() {
      wake()
      while (pass) await pass
    },
    async stop() {
      stopped = true
      silence()
      clearInterval(timer)
      await pass?.catch(() => {})
    },
  }
}

/** Removes finished jobs that are older than so many days; dead ones stay until a person has looked. Answers how many. */
export async function pruneJobs(storage: Storage, days = 30): Promise<number> {
  const [gone] = await rows<{ n: number }>(
    storage.db,
    sql`with gone as (delete from jobs where state = 'done' and finished_at < now() - ${days}::float8 * interval '1 day' returning 1)
      select count(*)::int as n from gone`,
  )
  return gone?.n ?? 0
}

/** 1 s, 2 s, 4 s … at most 6 hours, up to a quarter more, so that many failures don't come back together. */
const backoffMs = (attempt: number) => Math.min(6 * 3_600_000, 1000 * 2 ** (attempt - 1)) * (1 + Math.random() / 4)

/** What kind of error it was. Its message may hold a number or a text of a person. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}
