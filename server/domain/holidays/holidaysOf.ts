import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Holiday } from '../../../contract/endpoints/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

interface ProjectOfAccount {
  readonly id: string
  readonly billing: string | null
}

/**
 * Returns the holidays of a project, by date: its own and those of its billing account. `active` says whether
 * the project observes the day.
 */
export async function holidaysOf(db: Database | Transaction, project: ProjectOfAccount): Promise<Holiday[]> {
  return [...((await holidaysOfProjects(db, [project])).get(project.id) ?? [])]
}

const HolidayRow = z.extend(Holiday, { team: z.string() })

/** The same for several projects. A project without holidays is not in the answer. */
export async function holidaysOfProjects(
  db: Database | Transaction,
  projects: readonly ProjectOfAccount[],
): Promise<ReadonlyMap<string, readonly Holiday[]>> {
  const found = await rows(
    db,
    HolidayRow,
    sql`select p.id as team, h.auid, h.date::text as date, h.date_end::text as "dateEnd", h.label,
          case when h.parent = p.id then 'Team' else 'Billing' end as source,
          (h.parent = p.id or not exists (select 1 from holidays_ignored i where i.team = p.id and i.auid = h.auid)) as active
        from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb) as p(id text, billing text)
          join holidays h on h.parent in (p.id, p.billing) order by h.date, lower(h.label), h.auid`,
  )
  const byTeam = new Map<string, Holiday[]>()
  for (const { team, ...holiday } of found) {
    const list = byTeam.get(team)
    if (list) list.push(holiday)
    else byTeam.set(team, [holiday])
  }
  return byTeam
}

/** Returns the holidays of a billing account, by date. */
export async function billingHolidays(db: Database | Transaction, billing: string): Promise<Holiday[]> {
  return rows(
    db,
    Holiday,
    sql`select auid, date::text as date, date_end::text as "dateEnd", label, 'Billing' as source, true as active
        from holidays where parent = ${billing} order by date, lower(label), auid`,
  )
}
