import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deleteInBatches } from './deleteInBatches.ts'
import { type Database, rows, type Transaction } from './database.ts'
import { withQueryBudget } from './queryBudget.ts'
import type { Storage } from './storage.ts'
import { endAfter, type Tracer } from '../tracing/Span.ts'
import { originOf, withoutTrace, withTrace } from './withTrace.ts'

/**
 * One task. It may run more than once, because a server can die between the work and the note of it; use
 * `key` as idempotency key.
 */
export const Job = z.object({
  id: z.number(),
  kind: z.string(),
  /** The same for every run of this job, different for every other job. */
  key: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** 1 on the first run. */
  attempt: z.number(),
})
export type Job = Readonly<z.infer<typeof Job>>

export type JobHandlers = Readonly<Record<string, (job: Job) => Promise<void>>>

export interface JobOptions {
  /** Concurrency limit (default 16). */
  readonly lanes?: number | undefined
  /** Concurrency limit per kind, for kinds that need more resources. */
  readonly narrow?: Readonly<Record<string, number>> | undefined
  /**
   * Pause between two polls (default 100). Jobs added meanwhile are claimed as one batch, and the database
   * is free for requests.
   */
  readonly pauseMs?: number | undefined
  /** After this many runs a job is marked as dead (default 18, which takes about a day). */
  readonly mostAttempts?: number | undefined
  /** After this time another runner may claim the job (default 60 000). */
  readonly leaseMs?: number | undefined
  /**
   * Poll interval for jobs without a wake-up signal: delayed ones, those of other servers or of a dead
   * server (default 1000).
   */
  readonly pollMs?: number | undefined
  /** Makes each run a span of the trace that added the job. */
  readonly tracer?: Tracer | undefined
  /** Called for every failed run, without the payload. */
  readonly onFailure?: ((failure: { kind: string; id: number; attempt: number; dead: boolean; error: unknown }) => void) | undefined
}

export interface JobRunner {
  /** Resolves when no job is due. */
  idle(): Promise<void>
  /** Claims no more jobs; resolves when the running ones have ended. */
  stop(): Promise<void>
  /** Claims no more jobs. */
  stopClaiming(): void
  /** Ends the leases of the jobs that still run, so that another server claims them at once. For a process that ends now. */
  handBack(): Promise<void>
}

/**
 * Adds a job in the caller's transaction. The same `key` twice is one job. Notify `storage.jobSignal` after the
 * commit to run the job at once.
 */
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
      values (${job.kind}, ${job.key}, ${JSON.stringify(withTrace(job.payload, job.runAt))}, coalesce(${job.runAt?.toISOString() ?? null}::timestamptz, now()))
      on conflict (key) do nothing`,
  )
}

/**
 * Ends the leases of running jobs. For storage with a single server, at its start: its earlier process is
 * dead, so no runner holds these leases.
 */
export async function takeBackJobs(storage: Storage): Promise<void> {
  await storage.db.execute(sql`update jobs set locked_until = now() where finished_at is null and state = 'running'`)
}

interface Running {
  /** Claims no more jobs; resolves when none is being claimed. */
  quiet(): Promise<void>
  flush(): Promise<void>
  readonly underWay: ReadonlySet<Promise<void>>
  readonly held: ReadonlySet<Job>
}

/** The two ends of a runner. */
const endsOf = (storage: Storage, { quiet, flush, underWay, held }: Running): Pick<JobRunner, 'stop' | 'handBack'> => ({
  async stop() {
    await quiet()
    await Promise.all(underWay)
    await flush()
  },
  async handBack() {
    await quiet()
    await flush()
    await handBackJobs(storage, [...held])
  },
})

async function handBackJobs(storage: Storage, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const held = JSON.stringify(jobs.map(({ id, attempt }) => ({ id, attempt })))
  await storage.db.execute(
    sql`update jobs j set locked_until = now() from jsonb_to_recordset(${held}::jsonb) h(id bigint, attempt integer)
      where j.id = h.id and j.attempts = h.attempt and j.state = 'running'`,
  )
}

const NextJobsRow = z.object({ jobs: z.array(Job) })

/** The jobs of these kinds in the table, as one runner claims them. */
function jobTable(storage: Storage, kinds: readonly string[], leaseMs: number) {
  const handled = JSON.stringify(kinds)
  /** Finished jobs; the next claim marks them as done. */
  const done: Job[] = []

  /** Marks finished jobs as done and claims at most this many due ones, in one query. */
  async function next(most: number): Promise<Job[]> {
    const noted = done.splice(0)
    try {
      const ended = noted.map(({ id, attempt }) => ({ id, attempt }))
      const [row] = await rows(
        storage.db,
        NextJobsRow,
        sql`select next_jobs(${JSON.stringify(ended)}::jsonb, ${handled}::jsonb, ${most}::integer, ${leaseMs}::float8) as jobs`,
      )
      return row?.jobs ?? []
    } catch (error) {
      done.push(...noted)
      throw error
    }
  }

  /** Marks finished jobs as done. */
  async function flush(): Promise<void> {
    if (done.length > 0) await next(0).catch(() => {})
  }

  return { done, next, flush }
}

const beginSpan = (tracer: Tracer, job: Job) =>
  tracer.begin(
    `job ${job.kind}`,
    { kind: 'consumer', attributes: { 'muster.job.kind': job.kind, 'muster.job.attempt': job.attempt } },
    originOf(job),
  )

/** Resolves to true on success; on failure it writes the error and resolves to false. */
async function runJob(
  storage: Storage,
  handlers: JobHandlers,
  job: Job,
  {
    mostAttempts,
    onFailure,
    tracer,
  }: Pick<JobOptions, 'tracer'> & {
    mostAttempts: number
    onFailure: NonNullable<JobOptions['onFailure']>
  },
): Promise<boolean> {
  try {
    // All earlier runs ended without a result or an error: the job probably crashes the server.
    if (job.attempt > mostAttempts) throw new Error('given up: no run ended')
    const work = () => withQueryBudget('job', () => Promise.resolve(handlers[job.kind]?.(withoutTrace(job))))
    await (tracer ? endAfter(beginSpan(tracer, job), work) : work())
    return true
  } catch (error) {
    const dead = job.attempt >= mostAttempts
    await storage.db.execute(
      sql`update jobs set state = ${dead ? 'dead' : 'waiting'}, finished_at = case when ${dead}::boolean then now() end, locked_until = null,
        last_error = ${nameOf(error)}, run_at = now() + ${pauseAfter(error, job.attempt)}::float8 * interval '1 millisecond'
        where id = ${job.id} and attempts = ${job.attempt} and state = 'running'`,
    )
    onFailure({ kind: job.kind, id: job.id, attempt: job.attempt, dead, error })
    return false
  }
}

/** Runs jobs of the kinds that have a handler, in this process; any number of servers share the table. */
export function runJobs(storage: Storage, handlers: JobHandlers, options: JobOptions = {}): JobRunner {
  const { lanes = 16, narrow = {}, mostAttempts = 18, leaseMs = 60_000, pauseMs = 100, pollMs = 1000, onFailure = () => {} } = options
  const { done, next, flush } = jobTable(storage, Object.keys(handlers), leaseMs)
  const run = (job: Job) => runJob(storage, handlers, job, { mostAttempts, onFailure, tracer: options.tracer })
  const gates = new Map(Object.entries(narrow).map(([kind, most]) => [kind, gate(most)]))
  const underWay = new Set<Promise<void>>()
  const held = new Set<Job>()
  const pause = interruptible()
  let stopped = false
  let hurried = 0
  let looking: Promise<void> | undefined
  let rungAgain = false
  let ended: NodeJS.Immediate | undefined

  function wake() {
    if (stopped) return
    rungAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
    // The database is unreachable: the next poll retries, and requests report the error.
    looking.catch(() => {})
  }

  /** Marks finished jobs as done and starts due ones, as long as there are signals and free slots. */
  async function look() {
    while (rungAgain && !stopped) {
      rungAgain = false
      const most = lanes - underWay.size
      if (most === 0 && done.length === 0) return
      const jobs = await next(most)
      for (const job of jobs) begin(job)
      // A full batch means that more jobs are due: each finished job frees a slot and wakes this loop.
      if (jobs.length < most && hurried === 0 && !stopped) await pause.wait(pauseMs)
    }
  }

  function begin(job: Job) {
    held.add(job)
    const through = gates.get(job.kind)
    // If the failure itself can't be written, the lease ends and a runner claims the job again.
    const end = (succeeded: boolean) => {
      if (succeeded) done.push(job)
      underWay.delete(watched)
      held.delete(job)
      // Jobs that end at the same moment are marked as done in one query.
      ended ??= setImmediate(() => {
        ended = undefined
        wake()
      })
    }
    const watched: Promise<void> = (through ? through(() => run(job)) : run(job)).then(end, () => end(false))
    underWay.add(watched)
  }

  const silence = storage.jobSignal.onNotify(wake)
  const timer = setInterval(wake, pollMs)
  timer.unref()
  wake()

  function stopClaiming() {
    stopped = true
    pause.end()
    silence()
    clearInterval(timer)
  }
  const quiet = async () => {
    stopClaiming()
    await looking?.catch(() => {})
  }

  return {
    async idle() {
      hurried++
      try {
        wake()
        for (;;) {
          pause.end()
          if (looking) await looking
          else if (underWay.size > 0) await Promise.all(underWay)
          else if (done.length > 0 && !stopped) wake()
          else return
        }
      } finally {
        hurried--
      }
    },
    stopClaiming,
    ...endsOf(storage, { quiet, flush, underWay, held }),
  }
}

/** Limits concurrency to `most`. */
function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside < most) inside++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next waiter gets this slot.
      const following = waiting.shift()
      if (following) following()
      else inside--
    }
  }
}

/** A pause that `end` can cut short. */
function interruptible() {
  let end = () => {}
  return {
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}

/**
 * Deletes jobs that were done more than `days` ago; dead ones stay longer, so that a person can look at them.
 * Resolves to how many were deleted.
 */
export function pruneJobs({ db }: Pick<Storage, 'db'>, { days = 30, deadDays = 400 } = {}): Promise<number> {
  const before = (age: number) => sql`finished_at < now() - ${age}::float8 * interval '1 day'`
  const gone = sql`${before(days)} and (state = 'done' or (state = 'dead' and ${before(deadDays)}))`
  return deleteInBatches(db, { table: 'jobs', gone })
}

const longestPauseMs = hoursToMilliseconds(6)
/**
 * Exponential back-off: 1 s, 2 s, 4 s … at most 6 hours, plus up to a quarter as jitter, so that failures
 * don't retry together.
 */
const backoffMs = (attempt: number) => Math.min(longestPauseMs, 1000 * 2 ** (attempt - 1)) * (1 + Math.random() / 4)

/**
 * The back-off, or a longer pause if the error asks for one (`retryAfterMs`, for example of a busy
 * provider).
 */
function pauseAfter(error: unknown, attempt: number): number {
  const told = (error as { retryAfterMs?: unknown } | undefined)?.retryAfterMs
  const pause = backoffMs(attempt)
  return typeof told === 'number' && told > 0 ? Math.max(pause, Math.min(longestPauseMs, told + 250)) : pause
}

/** Name and code of the error. Its message may contain a person's number or text. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}
