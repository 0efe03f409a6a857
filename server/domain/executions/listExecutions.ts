import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { executionState, needsDecision } from '../../../contract/rules/executionState.ts'
import { Refused } from '../../../contract/Refused.ts'
import {
  type ExecutionRow,
  type listExecutions as listOf,
  mostListed,
  mostOpen,
  type openExecutions as openOf,
} from '../../../contract/endpoints/executions.ts'
import { type Database, rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { botRowOf } from '../bots/listBots.ts'
import type { Person } from '../sign-in/person.ts'
import { executionRow, type StoredExecution, findExecution, maySee, seenExecutions } from './executionRow.ts'
import { reached } from './addLine.ts'
import { staffOf } from './staffOf.ts'
import { text } from '../../i18n/text.ts'

const notFound = () => new Refused(404, 'NOT_FOUND', text('This conversation does not exist.'))

const LocationRow = z.object({ team: z.string(), id: z.string(), label: z.string() })

/** Returns the locations of the projects of these executions, by project. */
async function locationsOf({ storage }: App, teams: readonly string[]): Promise<ReadonlyMap<string, { id: string; label: string }[]>> {
  const found = await rows(
    storage.db,
    LocationRow,
    sql`select team, id, label from lookup_items where lookup = 'locations' and team in (select jsonb_array_elements_text(${JSON.stringify([...new Set(teams)])}::jsonb))
        order by team, position, id`,
  )
  const byTeam = new Map<string, { id: string; label: string }[]>()
  for (const { team, id, label } of found) byTeam.set(team, [...(byTeam.get(team) ?? []), { id, label }])
  return byTeam
}

async function asRows(app: App, me: Person, list: readonly StoredExecution[]): Promise<ExecutionRow[]> {
  const locations = await locationsOf(
    app,
    list.map(({ team }) => team),
  )
  return list.map((one) => executionRow(one, me.uid, locations.get(one.team)))
}

/** Rows of a list, without the locations of their projects: only the screen of one execution offers these. */
const plainRows = (me: Person, list: readonly StoredExecution[]) => list.map((one) => executionRow(one, me.uid))

interface BotPage {
  readonly bot: string
  /** The id of the last conversation of the page before. */
  readonly before: string | undefined
  readonly reads: Database
}

/** Returns the conversations of a bot, newest first. Throws Refused if the person may not see the bot. */
export async function listExecutions(app: App, me: Person, { bot, before, reads }: BotPage): Promise<AnswerOf<typeof listOf>> {
  const { id, title, team } = await botRowOf(app.storage.db, me, bot)
  const after =
    before === undefined
      ? sql`true`
      : // Two values, not one row of two: only then the database begins at this place of the index executions_newest.
        sql`(e.created_at, e.id) < ((select b.created_at from executions b where b.id = ${before} and b.automation = ${id}), ${before}::text)`
  const list = await seenExecutions(
    reads,
    me.uid,
    sql`e.automation = ${id} and ${after}`,
    sql`e.created_at desc, e.id desc limit ${mostListed + 1}`,
  )
  return {
    bot: { id, title, team },
    executions: plainRows(me, list.slice(0, mostListed)),
    ...(list.length > mostListed && { more: true }),
  }
}

/** Returns the oldest conversations of a bot that a person may still have to decide. */
export async function undecidedOf(app: App, me: Person, bot: string): Promise<ExecutionRow[]> {
  const open = sql`e.automation = ${bot} and e.phase <> 'done'`
  return asRows(app, me, await seenExecutions(app.storage.db, me.uid, open, sql`e.created_at, e.id limit ${mostOpen}`))
}

export async function readExecution(app: App, me: Person, { id, execId }: { id: string; execId: string }): Promise<ExecutionRow> {
  const one = await findExecution(app.storage.db, execId, { uid: me.uid })
  if (!one || one.automation !== id || !maySee(one, me.uid)) throw notFound()
  const [row] = await asRows(app, me, [one])
  if (!row) throw notFound()
  const staff = await staffOf(app, one)
  return staff.length > 0 ? { ...row, staff } : row
}

/**
 * Returns the executions of all projects of a person that wait for a decision, oldest first, and the days of
 * those projects.
 */
export async function openExecutions(app: App, me: Person, after?: string): Promise<AnswerOf<typeof openOf>> {
  const newer =
    after === undefined
      ? sql`true`
      : sql`(e.created_at, e.id) > ((select b.created_at from executions b where b.id = ${after}), ${after}::text)`
  const open = await seenExecutions(
    app.storage.db,
    me.uid,
    sql`e.phase in ('decide', 'waiting', 'working') and coalesce(t.archived, false) = false and ${newer}`,
    sql`e.created_at, e.id limit ${mostOpen + 1}`,
  )
  return {
    executions: plainRows(me, open.slice(0, mostOpen)),
    ...(open.length > mostOpen && { more: true }),
    days: await daysOf(app, me),
  }
}

/** Read for one page: more than it shows, because a few of them need no decision. */
const mostRead = 50

/**
 * Returns the oldest executions of these projects, or of the person's private bots (`privateTeam`), that this person
 * has to decide. Without locations.
 */
export async function decisionsOf({ storage }: App, me: Person, teams: readonly string[]): Promise<ExecutionRow[]> {
  const mine = sql`(a.owner = ${me.uid} or m.role in ('Owner', 'Administrator'))`
  const open = await seenExecutions(
    storage.db,
    me.uid,
    sql`e.phase in ('decide', 'waiting') and coalesce(t.archived, false) = false and ${mine}
        and e.team in (select jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb))`,
    sql`e.created_at, e.id limit ${mostRead}`,
  )
  return open
    .map((one) => executionRow(one, me.uid))
    .filter(({ mayDecide, execution }) => mayDecide && needsDecision(executionState(execution, Date.now())))
}

const DayRow = z.object({
  team: z.string(),
  project: z.string(),
  date: z.string(),
  workers: z.number(),
  hours: z.number(),
  silent: z.union([z.array(z.string()), z.string()]),
  answered: z.number(),
})

/** Returns the newest day of each project with all answers, including those without a decision. */
async function daysOf(app: App, me: Person): Promise<AnswerOf<typeof openOf>['days']> {
  const found = await rows(
    app.storage.db,
    DayRow,
    sql`with mine as (
          select e.*, t.name as project from executions e join teams t on t.id = e.team and not t.deleted and not t.archived
            join members m on m.team = e.team and m.uid = ${me.uid} and m.role in ('Owner', 'Administrator', 'Member')
            where e.day >= current_date - 7 and e.talk ->> 'rejected' is distinct from 'true'
        ), latest as (select team, max(day) as day from mine group by team),
        counted as (
          select x.team, x.project, x.day, x.id, x.phase, x.model,
              coalesce(nullif(x.model -> 'finishedModels', '{}'::jsonb), jsonb_build_object('one', coalesce(x.model -> 'model', '{}'::jsonb))) as answers,
              ((x.phase = 'asking' and ${reached(sql`x.id`)}) or coalesce(x.model ->> 'requiresAttentionCode' = 'EXPIRED', false)) as silent,
              (x.phase = 'asking' or x.model ->> 'requiresAttentionCode' in ('NOT_ASKED', 'INVALID_VENDOR', 'INVALID_NUMBER', 'INCORRECT_TARGET_USER',
                'UNCOOPERATIVE_TARGET_USER', 'PAUSE_TARGET_USER')) as nothing
            from mine x join latest l on l.team = x.team and l.day = x.day
        )
        select c.team, c.project, c.day::text as date,
            coalesce(sum((select sum((v ->> 'worker_count')::float8) from jsonb_each(c.answers) j(k, v)) ) filter (where not c.silent), 0)::float8 as workers,
            coalesce(sum((select sum((v ->> 'hours')::float8) from jsonb_each(c.answers) j(k, v)) ) filter (where not c.silent), 0)::float8 as hours,
            coalesce(json_agg(coalesce(c.model ->> 'name', c.model ->> 'vendor', '') order by c.model ->> 'name') filter (where c.silent), '[]'::json) as silent,
            (count(*) filter (where not c.silent and c.nothing is not true))::int as answered
          from counted c group by c.team, c.project, c.day order by c.project, c.team`,
  )
  return found.map(({ silent, ...day }) => ({ ...day, silent: fromJson<string[]>(silent) }))
}
