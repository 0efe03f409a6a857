import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from './database.ts'
import { withQueryBudget } from './queryBudget.ts'
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
  /** How many of a kind run at a time, for kinds that take more than others. */
  readonly narrow?: Readonly<Record<string, number>> | undefined
  /** Between two looks for jobs (default 100): those that are left meanwhile are taken together, and the database is the requests' in between. */
  readonly pauseMs?: number | undefined
  /** After so many runs a job is set aside as dead (default 18, which is about a day). */
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
  await storage.db.execute(sql`update jobs set locked_until = now() where finished_at is null and state = 'running'`)
}

/** Runs jobs of the kinds that have a handler, in this process; any number of servers share the table. */
export function runJobs(storage: Storage, handlers: JobHandlers, options: JobOptions = {}): JobRunner {
  const { lanes = 16, narrow = {}, mostAttempts = 18, leaseMs = 60_000, pauseMs = 100, pollMs = 1000, onFailure = () => {} } = options
  const kinds = JSON.stringify(Object.keys(handlers))
  const gates = new Map(Object.entries(narrow).map(([kind, most]) => [kind, gate(most)]))
  const underWay = new Set<Promise<void>>()
  const pause = interruptible()
  /** Done, and noted by the next look. */
  let done: Job[] = []
  let stopped = false
  let hurried = 0
  let looking: Promise<void> | undefined
  let rungAgain = false

  function wake() {
    if (stopped) return
    rungAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
    // The database can't be reached: the next poll tries again, and requests report it.
    looking.catch(() => {})
  }

  /** Notes what is done and begins what is due, as long as somebody rings and there is room. */
  async function look() {
    while (rungAgain && !stopped) {
      rungAgain = false
      const most = lanes - underWay.size
      if (most === 0 && done.length === 0) return
      const jobs = await next(most)
      for (const job of jobs) begin(job)
      // More is due than there was room for: whoever ends makes room and rings.
      if (jobs.length < most && hurried === 0 && !stopped) await pause.wait(pauseMs)
    }
  }

  async function next(most: number): Promise<Job[]> {
    const noted = done
    done = []
    try {
      const ended = noted.map(({ id, attempt }) => ({ id, attempt }))
      const [row] = await rows<{ jobs: Job[] }>(
        storage.db,
        sql`select next_jobs(${JSON.stringify(ended)}::jsonb, ${kinds}::jsonb, ${most}::integer, ${leaseMs}::float8) as jobs`,
      )
      return row?.jobs ?? []
    } catch (error) {
      done.push(...noted)
      throw error
    }
  }

  function begin(job: Job) {
    const through = gates.get(job.kind)
    // Where not even the failure can be noted, its lease ends and somebody takes it again.
    const work = (through ? through(() => run(job)) : run(job)).catch(() => false)
    const watched = work.then((succeeded) => {
      if (succeeded) done.push(job)
      underWay.delete(watched)
      // Those that end in the same moment are noted together.
      setImmediate(wake)
    })
    underWay.add(watched)
  }

  /** Whether it is done; what failed is noted here. */
  async function run(job: Job): Promise<boolean> {
    try {
      // It was running so often and never ended, not even with an error: it takes the server with it.
      if (job.attempt > mostAttempts) throw new Error('given up: no run ended')
      await withQueryBudget('job', async () => handlers[job.kind]?.(job))
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

  const silence = storage.bell.listen(wake)
  const timer = setInterval(wake, pollMs)
  timer.unref()
  wake()
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
    async stop() {
      stopped = true
      pause.end()
      silence()
      clearInterval(timer)
      await looking?.catch(() => {})
      await Promise.all(underWay)
      if (done.length > 0) await next(0).catch(() => {})
    },
  }
}

/** Lets so many at a time through. */
function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside < most) inside++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next one.
      const following = waiting.shift()
      if (following) following()
      else inside--
    }
  }
}

/** A wait that can be cut short. */
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

/** Removes finished jobs that are older than so many days; dead ones stay until a person has looked. Answers how many. */
export async function pruneJobs(storage: Storage, days = 30): Promise<number> {
  const [gone] = await rows<{ n: number }>(
    storage.db,
    sql`with gone as (delete from jobs where state = 'done' and finished_at < now() - ${days}::float8 * interval '1 day' returning 1)
      select count(*)::int as n from gone`,
  )
  return gone?.n ?? 0
}

const longestPauseMs = 6 * 3_600_000
/** 1 s, 2 s, 4 s … at most 6 hours, up to a quarter more, so that many failures don't come back together. */
const backoffMs = (attempt: number) => Math.min(longestPauseMs, 1000 * 2 ** (attempt - 1)) * (1 + Math.random() / 4)

/** Whoever fails may know that trying again is of no use before (`retryAfterMs`: a provider that is busy says so). */
function pauseAfter(error: unknown, attempt: number): number {
  const told = (error as { retryAfterMs?: unknown } | undefined)?.retryAfterMs
  const pause = backoffMs(attempt)
  return typeof told === 'number' && told > 0 ? Math.max(pause, Math.min(longestPauseMs, told + 250)) : pause
}

/** What kind of error it was. Its message may hold a number or a text of a person. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}
