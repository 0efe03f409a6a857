import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { workersPerDay } from '../reporting/workersPerDay.ts'

/**
 * SQL condition for a row `f` with the path of a record: not from a demo bot, which never counts (spec/3 §9).
 */
export const notOfDemo = sql`not exists (
  select 1 from automations demo where demo.demo and demo.form is not null and f.path like 'forms/' || demo.form || '/%')`

const DayRow = z.object({ date: z.string(), messages: z.number(), people: z.number() })

const PeopleRow = z.object({ people: z.number() })

/**
 * Returns the last 30 days of a project, oldest first: messages, and people who saved something.
 * `fixedUsage`: distinct people of all those days.
 */
export async function usageOf(db: Database | Transaction, team: string): Promise<NonNullable<Project['usage']>> {
  const since = sql`date_trunc('day', now()) - interval '29 days'`
  const saved = sql`select created_at, created_by from records f where ${notOfDemo} and tenant = ${team} and created_at >= ${since}`
  const [days, [all], workers] = await Promise.all([
    rows(
      db,
      DayRow,
      sql`with sent as (select date_trunc('day', created_at) as day, count(*)::int as n from feed_entries f
                          where ${notOfDemo} and tenant = ${team} and created_at >= ${since} group by 1),
            saved as (select date_trunc('day', created_at) as day, count(distinct created_by)::int as n from (${saved}) s group by 1)
          select d::date::text as date, coalesce(sent.n, 0) as messages, coalesce(saved.n, 0) as people
            from generate_series(${since}, date_trunc('day', now()), interval '1 day') d
            left join sent on sent.day = d left join saved on saved.day = d order by d`,
    ),
    rows(db, PeopleRow, sql`select count(distinct created_by)::int as people from (${saved}) s`),
    workersPerDay(db, [team]),
  ])
  return { fixedUsage: all?.people ?? 0, days: [...days], workers }
}
