import { sql } from 'drizzle-orm'
import type { Project } from '../../../contract/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/** The last 30 days of a project, oldest first: messages, and people who saved something. `fixedUsage`: people of all those days. */
export async function usageOf(db: Database | Transaction, team: string): Promise<NonNullable<Project['usage']>> {
  const [days, [all]] = await Promise.all([
    rows<{ date: string; messages: number; people: number }>(
      db,
      sql`select d::date::text as date,
            (select count(*)::int from feed_entries e where e.tenant = ${team} and e.created_at >= d and e.created_at < d + interval '1 day') as messages,
            (select count(distinct r.created_by)::int from records r
               where r.tenant = ${team} and r.created_at >= d and r.created_at < d + interval '1 day') as people
          from generate_series(date_trunc('day', now()) - interval '29 days', date_trunc('day', now()), interval '1 day') d order by d`,
    ),
    rows<{ people: number }>(
      db,
      sql`select count(distinct created_by)::int as people from records
          where tenant = ${team} and created_at >= date_trunc('day', now()) - interval '29 days'`,
    ),
  ])
  return { fixedUsage: all?.people ?? 0, days: [...days] }
}
