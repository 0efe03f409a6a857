import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type LogDay, LogRow } from '../../../contract/endpoints/dailyLog.ts'
import { Refused } from '../../../contract/Refused.ts'
import { isDay } from '../../../contract/rules/daysLater.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { isConstruction } from '../../../contract/endpoints/projects.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { projectOr404 } from '../projects/listProjects.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Maximum number of rows in a list. */
const most = 5000

/** A LogRow with null where it has no value. */
const Row = z.extend(LogRow, {
  vendor: z.nullable(z.string()),
  trade: z.nullable(z.string()),
  costCode: z.nullable(z.string()),
  workers: z.nullable(z.number()),
  workerHours: z.nullable(z.number()),
  hours: z.nullable(z.number()),
  location: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  writtenBy: z.nullable(z.string()),
  writtenAt: z.nullable(z.string()),
})
type Row = Readonly<z.infer<typeof Row>>

const CompletedRow = z.object({ by: z.string(), at: z.string() })

/**
 * Returns a day of the daily log of a project. Throws Refused if the day is invalid or the person may not see
 * the project.
 */
export async function logDay(app: App, me: Person, { id, day }: { id: string; day: string }): Promise<LogDay> {
  if (!isDay(day)) throw new Refused(400, 'INVALID', text('Say which day.'), { details: [{ path: 'day', message: 'expected yyyy-MM-dd' }] })
  const project = await projectOr404(app.storage.db, me, id)
  if (!may(project.role ?? undefined, 'project.read')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  const { db } = app.storage
  const [entries, [closed]] = await Promise.all([
    rows(
      db,
      Row,
      sql`select d.key, d.kind, d.model ->> 'vendor' as vendor, d.model ->> 'trade' as trade, d.model ->> 'cost_code' as "costCode",
            (d.model ->> 'worker_count')::float8 as workers, (d.model ->> 'worker_hours')::float8 as "workerHours", (d.model ->> 'hours')::float8 as hours,
            d.model ->> 'location' as location, d.model ->> 'notes' as notes, d.state, d.pending, p.name as "writtenBy",
            to_char(d.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt", e.automation as bot, d.execution
          from daily_log_entries d join executions e on e.id = d.execution left join people p on p.uid = d.written_by
          where d.team = ${id} and d.day = ${day}::date and d.state <> 'dropped'
          order by d.kind, lower(d.model ->> 'vendor'), d.key limit ${most}`,
    ),
    rows(
      db,
      CompletedRow,
      sql`select coalesce(p.name, d.completed_by) as by, to_char(d.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
          from daily_log_days d left join people p on p.uid = d.completed_by where d.team = ${id} and d.day = ${day}::date`,
    ),
  ])
  const own = !isConstruction(project.source)
  return {
    project: project.name,
    day,
    own,
    ...(closed && { completed: closed }),
    entries: entries.map((entry) => told(entry)),
    mayComplete: own && !project.archived && may(project.role ?? undefined, 'execution.decide'),
  }
}

/** Removes missing values. */
const told = ({ vendor, ...entry }: Row): LogRow => ({
  ...(Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as Omit<LogRow, 'vendor'>),
  vendor: vendor ?? '',
})

/** A completed day accepts no entries; a bot with a new entry then asks a person. Throws Refused. */
export async function setCompleted(
  app: App,
  me: Person,
  { id, day, completed }: { id: string; day: string; completed: boolean },
): Promise<LogDay> {
  const before = await logDay(app, me, { id, day })
  if (!before.own)
    throw new Refused(400, 'INVALID', text('The daily log of this project is in the system that it is linked to. Complete the day there.'))
  if (!before.mayComplete)
    throw new Refused(403, 'FORBIDDEN', text("Only the project's Owner and Administrators complete days of its log."))
  await app.storage.db.execute(
    completed
      ? sql`insert into daily_log_days (team, day, completed_by) values (${id}, ${day}::date, ${me.uid}) on conflict (team, day) do nothing`
      : sql`delete from daily_log_days where team = ${id} and day = ${day}::date`,
  )
  return logDay(app, me, { id, day })
}
