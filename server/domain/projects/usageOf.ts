import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { usageDays } from '../../../contract/rules/UsageData.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { workersPerDay } from '../reporting/workersPerDay.ts'

const DayRow = z.object({ date: z.string(), messages: z.number(), people: z.number() })

const PeopleRow = z.object({ people: z.number() })

/**
 * Returns the last 30 days of a project, oldest first: the messages and people that its account is charged for.
 * `fixedUsage`: distinct people of all those days.
 */
export async function usageOf(db: Database | Transaction, team: string): Promise<NonNullable<Project['usage']>> {
  const today = sql`(now() at time zone 'UTC')::date`
  const first = sql`${today} - ${usageDays - 1}::int`
  const [days, [all], workers] = await Promise.all([
    rows(
      db,
      DayRow,
      sql`with sent as (select (at at time zone 'UTC')::date as day, count(*)::int as n from usage_messages
                          where team = ${team} and not held and at >= (${first})::timestamp at time zone 'UTC' group by 1),
            worked as (select day, count(*)::int as n from usage_people where team = ${team} and day >= ${first} group by day)
          select d::date::text as date, coalesce(sent.n, 0) as messages, coalesce(worked.n, 0) as people
            from generate_series(${first}, ${today}, interval '1 day') d
            left join sent on sent.day = d::date left join worked on worked.day = d::date order by d`,
    ),
    rows(
      db,
      PeopleRow,
      sql`select count(*)::int as people from (select distinct person from usage_people where team = ${team} and day >= ${first}) worked`,
    ),
    workersPerDay(db, { teams: [team] }),
  ])
  return { fixedUsage: all?.people ?? 0, days: [...days], workers }
}
