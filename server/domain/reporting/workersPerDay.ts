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
    sql`select d::date::text as today, count(distinct p.person) filter (where p.supervisor)::int as supervisory_workers,
          count(distinct p.person)::int as people
        from generate_series((now() at time zone 'UTC')::date - ${usageDays - 1}::int, (now() at time zone 'UTC')::date, interval '1 day') d
          left join usage_people p on ${counted} and p.day = d::date
        group by d order by d`,
  )
  return { start: daily[0]?.today ?? '', end: daily.at(-1)?.today ?? '', daily: [...daily] }
}
