import { sql } from 'drizzle-orm'
import { type UsageData, UsageDay, usageDays } from '../../../contract/rules/UsageData.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/**
 * Returns the people on each of the last 30 days (UTC) of some projects or of one account, as the account is
 * charged for them: people who saved something, passed a gate or answered a bot. Each person counts once a day
 * in total. Supervisory: all roles except Worker, foremen at a gate, and contacts of bots.
 */
export async function workersPerDay(
  db: Database | Transaction,
  of: { readonly teams: readonly string[] } | { readonly billing: string },
): Promise<UsageData> {
  const counted =
    'teams' in of ? sql`p.team in (select jsonb_array_elements_text(${JSON.stringify(of.teams)}::jsonb))` : sql`p.billing = ${of.billing}`
  const daily = await rows(
    db,
    UsageDay,
    sql`with today as (select (now() at time zone 'UTC')::date as day),
          worked as (
            select p.day, p.person, bool_or(p.supervisor) as supervisor from usage_people p, today t
              where ${counted} and p.day > t.day - ${usageDays}::int group by p.day, p.person),
          daily as (
            select day, count(*)::int as people, count(*) filter (where supervisor)::int as supervisors from worked group by day)
        select d::date::text as today, coalesce(w.supervisors, 0) as supervisory_workers, coalesce(w.people, 0) as people
          from today t cross join generate_series(t.day - ${usageDays - 1}::int, t.day, interval '1 day') d
            left join daily w on w.day = d::date
          order by d`,
  )
  return { start: daily[0]?.today ?? '', end: daily.at(-1)?.today ?? '', daily: [...daily] }
}
