import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { usageDays } from '../../../contract/rules/UsageData.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

const DayRow = z.object({ date: z.string(), messages: z.number(), people: z.number(), supervisors: z.number() })

const PeopleRow = z.object({ people: z.number() })

/**
 * Returns the last 30 days of a project, oldest first: the messages and people that its account is charged for.
 * `fixedUsage`: distinct people of all those days. The people are counted when they first work on a day.
 */
export async function usageOf(db: Database | Transaction, team: string): Promise<NonNullable<Project['usage']>> {
  const today = sql`(now() at time zone 'UTC')::date`
  const first = sql`${today} - ${usageDays - 1}::int`
  const [found, [all]] = await Promise.all([
    rows(
      db,
      DayRow,
      sql`with sent as (select (at at time zone 'UTC')::date as day, count(*)::int as n from usage_messages
                          where team = ${team} and not held and at >= (${first})::timestamp at time zone 'UTC' group by 1)
          select d::date::text as date, coalesce(sent.n, 0) as messages, coalesce(w.people, 0) as people, coalesce(w.supervisors, 0) as supervisors
            from generate_series(${first}, ${today}, interval '1 day') d
            left join sent on sent.day = d::date left join usage_days w on w.team = ${team} and w.day = d::date order by d`,
    ),
    rows(db, PeopleRow, sql`select count(*)::int as people from usage_seen where team = ${team} and day >= ${first}`),
  ])
  return {
    fixedUsage: all?.people ?? 0,
    days: found.map(({ date, messages, people }) => ({ date, messages, people })),
    workers: {
      start: found[0]?.date ?? '',
      end: found.at(-1)?.date ?? '',
      daily: found.map(({ date, people, supervisors }) => ({ today: date, supervisory_workers: supervisors, people })),
    },
  }
}
