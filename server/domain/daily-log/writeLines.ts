import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { problems } from '../../adapters/daily-log/embedded/simulatedLog.ts'
import {
  type DailyLog,
  dayCompleted,
  type LogAccess,
  LogAccessRefused,
  type LogEntry,
  LogRefused,
} from '../../adapters/daily-log/dailyLog.ts'
import { isConstruction, Source } from '../../../contract/endpoints/projects.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { App } from '../app.ts'
import { endRefused } from '../sign-in/loginTokens.ts'
import { type Author, accessOf, LoginNeeded } from './accessOf.ts'

/** One log entry, independent of the log that it is written to. */
export const Line = z.object({
  /** Execution and vendor. */
  key: z.string(),
  model: z.object({
    vendor: z.string(),
    trade: z.optional(z.string()),
    cost_code: z.optional(z.string()),
    worker_count: z.optional(z.number()),
    worker_hours: z.optional(z.number()),
    hours: z.optional(z.number()),
    location: z.optional(z.string()),
    notes: z.optional(z.string()),
  }),
})
export type Line = Readonly<z.infer<typeof Line>>

interface Target {
  readonly execution: string
  readonly team: string
  readonly day: string
  readonly kind: 'manpower' | 'notes'
  readonly pending: boolean
}

/**
 * Stores the lines to write, so that another run can continue after a crash. Lines that were written before
 * get their new values.
 */
export async function noteLines(tx: Transaction, { execution, team, day, kind, pending }: Target, lines: readonly Line[]): Promise<void> {
  await tx.execute(
    sql`insert into daily_log_entries as d (key, execution, team, day, kind, state, pending, model)
        select l.key, ${execution}, ${team}, ${day}::date, ${kind}, 'waiting', ${pending}, l.model
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l(key text, model jsonb)
        on conflict (key) do update set state = 'waiting', pending = excluded.pending, model = excluded.model`,
  )
}

const Waiting = z.object({
  key: z.string(),
  kind: z.enum(['manpower', 'notes']),
  day: z.string(),
  pending: z.boolean(),
  model: Line.shape.model,
  remote: z.nullable(z.string()),
  source: z.nullable(Source),
  reference: z.nullable(z.string()),
  team: z.string(),
  ownerUid: z.string(),
  billing: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  ownerEmail: z.nullable(z.string()),
  /** Null when the owner is no member of the project. */
  ownerMay: z.nullable(z.boolean()),
})

/**
 * Writes the stored lines of an execution, each once, with the rights of the bot's owner. Throws LogRefused with all
 * reasons, and LoginNeeded if the lines wait until a login is back. Other errors may be
 * temporary; lines that were written before stay written.
 */
export async function writeLines(app: App, execution: string, again: boolean): Promise<void> {
  const { storage } = app
  const waiting = await rows(
    storage.db,
    Waiting,
    sql`select d.key, d.kind, d.day::text as day, d.pending, d.model, d.remote, t.source, t.model ->> 'sourceProjectReference' as reference, d.team, t.billing,
          a.owner as "ownerUid", p.name as "ownerName", p.email as "ownerEmail",
          (p.uid is not null and not p.disabled and (d.team = 'private' or m.role in ('Owner', 'Administrator', 'Member'))) as "ownerMay"
        from daily_log_entries d join executions e on e.id = d.execution join automations a on a.id = e.automation
          left join teams t on t.id = d.team left join people p on p.uid = a.owner left join members m on m.team = d.team and m.uid = a.owner
        where d.execution = ${execution} and d.state = 'waiting' order by d.key`,
  )
  const refused: LogRefused[] = []
  for (const one of waiting) {
    try {
      const by = { uid: one.ownerUid, name: one.ownerName ?? '', email: one.ownerEmail }
      // A bot always writes with the permissions of its owner.
      if (!one.ownerMay)
        throw new LogRefused([{ type: 'error', message: 'The owner of this bot may not write here any more. Give it another owner.' }])
      const log = logOf(app, one)
      // The built-in log is idempotent by key. In an external log, a write without a response has to be
      // looked up.
      const author: Author = { uid: one.ownerUid, name: by.name, billing: one.billing, source: log.source }
      const access = await accessOf(app, author)
      const begunBefore = log.kind === 'http' && (await claim(storage, one.key))
      const entry: LogEntry = {
        ...one.model,
        key: one.key,
        project: one.reference ?? one.team,
        day: one.day,
        kind: one.kind,
        pending: one.pending,
        by,
        remote: one.remote ?? undefined,
        again: again || begunBefore,
      }
      const { remote } = await writeWith(app, log, entry, { author, access })
      // A line that changed meanwhile stays `waiting` for the job of that change.
      await storage.db.execute(
        sql`update daily_log_entries set state = case when model = ${JSON.stringify(one.model)}::jsonb then 'written' else state end, remote = ${remote},
              written_by = ${by.uid}, written_at = now(), held_until = null
            where key = ${one.key} and state = 'waiting'`,
      )
    } catch (error) {
      if (!(error instanceof LogRefused)) {
        if (!(error instanceof AtIt)) await storage.db.execute(sql`update daily_log_entries set held_until = null where key = ${one.key}`)
        throw error
      }
      refused.push(error)
      await storage.db.execute(
        sql`update daily_log_entries set state = 'refused', held_until = null where key = ${one.key} and state = 'waiting'`,
      )
    }
  }
  const messages = refused.flatMap((one) => one.messages)
  const told = messages.filter(({ message }, n) => messages.findIndex((other) => other.message === message) === n)
  if (told.length > 0) throw new LogRefused(told)
}

/** Lease of a line in seconds: longer than one write may take. */
const longest = 60

class AtIt extends Error {}

const BeforeRow = z.object({ before: z.boolean() })

/**
 * Takes the lease of a line. Returns whether an earlier run has started to write it. Throws while another run
 * holds the lease.
 */
async function claim(storage: Storage, key: string): Promise<boolean> {
  const [mine] = await rows(
    storage.db,
    BeforeRow,
    sql`update daily_log_entries d set begun_at = now(), held_until = now() + ${longest}::float8 * interval '1 second'
          from (select key, begun_at from daily_log_entries where key = ${key} for update) b
          where d.key = b.key and (d.held_until is null or d.held_until < now()) returning b.begun_at is not null as before`,
  )
  if (!mine) throw new AtIt('another run hands this line over')
  return mine.before
}

/** Projects of the construction system have their log there, all others here. */
function logOf(app: App, { source, reference, team }: { source: Source | null; reference: string | null; team: string }): Log {
  if (source === null || reference === null || !isConstruction(source)) return ownLog(app.storage, team)
  const log = app.dailyLogs[source as 'construction' | 'construction-sandbox']
  if (!log) throw new Error('no daily log is set for this system')
  return { ...log, source: source as Author['source'] }
}

/** A daily log; `source` is the system that asks for a login. */
interface Log extends DailyLog {
  readonly source?: Author['source']
}

/**
 * Writes with these rights. If the system refuses them, tries once more with a new token; a login that is refused
 * again ends, and the next rights follow (accessOf).
 */
async function writeWith(app: App, log: Log, entry: LogEntry, { author, access }: { author: Author; access: LogAccess }) {
  const { uid, source } = author
  let rights = access
  let refusals = 0
  for (;;) {
    try {
      return await log.write(entry, rights)
    } catch (error) {
      if (!(error instanceof LogAccessRefused) || source === undefined) throw error
    }
    refusals++
    if (refusals > 1 && rights.kind === 'service') throw new LoginNeeded(author, rights)
    if (refusals > 1 && rights.kind === 'login') await endRefused(app, uid, source, rights.token)
    const next = await accessOf(app, author, rights)
    if (refusals > 1 || next.kind !== rights.kind) refusals = 0
    rights = next
  }
}

/** The built-in log: the stored lines are the log, so only the day and the figures are checked. */
function ownLog(storage: Storage, team: string): Log {
  return {
    kind: 'embedded',
    async write(entry) {
      const wrong = problems(entry)
      if (wrong.length > 0) throw new LogRefused(wrong)
      const closed = await rows(storage.db, sql`select 1 from daily_log_days where team = ${team} and day = ${entry.day}::date`)
      if (closed.length > 0) throw new LogRefused([dayCompleted(entry.day)])
      return { remote: entry.key }
    },
  }
}
