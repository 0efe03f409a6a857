import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingTeam, type UsagePeriod } from '../../../contract/endpoints/billing/billing.ts'
import { quotedCsvOf, quotedLinesOf } from '../../../contract/rules/csvOf.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { withQueryBudget } from '../../storage/queryBudget.ts'

type Db = Database | Transaction

/** SQL for a list of account ids. */
const among = (ids: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

/** SQL for the start of the period of a row of `billing_accounts`, as in `payer_of()`. */
const since = sql`case when period_end <= now() then period_end else coalesce(period_start, date_trunc('month', now(), 'UTC')) end`

export interface Used {
  readonly messages: number
  readonly people: number
  readonly supervisors: number
}

const AccountUsageRow = z.object({ id: z.string(), messages: z.number(), people: z.number(), supervisors: z.number() })

/**
 * Returns the usage of accounts since the start of their period: messages sent, and people on the day with
 * the most people.
 */
export async function usedInPeriod(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Used>> {
  const found = await rows(
    db,
    AccountUsageRow,
    sql`select b.id,
          (select count(*)::int from usage_messages u where u.billing = b.id and not u.held and u.at >= b.since) as messages,
          coalesce(d.people, 0) as people, coalesce(d.supervisors, 0) as supervisors
        from (select id, ${since} as since
              from billing_accounts where id in ${among(ids)}) b
        left join lateral (
          select max(n)::int as people, max(s)::int as supervisors from (
            select count(distinct person) as n, count(distinct person) filter (where supervisor) as s
            from usage_people p where p.billing = b.id and p.day >= (b.since at time zone 'UTC')::date group by p.day) days) d on true`,
  )
  return new Map(found.map(({ id, ...used }) => [id, used]))
}

const UsageRow = z.object({ messages: z.number(), people: z.number(), supervisors: z.number() })

/** The same between two times (ISO 8601); `to` is exclusive. */
export async function usedBetween(db: Db, id: string, from: string, to: string): Promise<Used> {
  const [found] = await rows(
    db,
    UsageRow,
    sql`select (select count(*)::int from usage_messages u where u.billing = ${id} and not u.held and u.at >= ${from}::timestamptz and u.at < ${to}::timestamptz) as messages,
          coalesce(max(n), 0)::int as people, coalesce(max(s), 0)::int as supervisors
        from (select count(distinct person) as n, count(distinct person) filter (where supervisor) as s from usage_people
              where billing = ${id} and day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${to}::timestamptz at time zone 'UTC')::date
              group by day) days`,
  )
  return found ?? { messages: 0, people: 0, supervisors: 0 }
}

/** A project without an Owner has no name of one. */
const TeamRow = z.extend(BillingTeam, { owner: z.nullable(z.string()) })

/** Returns the projects of an account with their usage since the start of the period, by name. */
export async function teamsOf(db: Db, id: string): Promise<BillingTeam[]> {
  const found = await rows(
    db,
    TeamRow,
    sql`select t.id, t.name, t.archived,
          (select p.name from members m join people p on p.uid = m.uid where m.team = t.id and m.role = 'Owner' order by m.created_at limit 1) as owner,
          (select count(*)::int from usage_messages u where u.team = t.id and u.billing = b.id and not u.held and u.at >= b.since) as usage,
          coalesce(d.supervisors, 0) as "fixedUsageSupervisoryWorkers", coalesce(d.people, 0) as "fixedUsagePeople"
        from (select id, ${since} as since from billing_accounts where id = ${id}) b
          join teams t on t.billing = b.id and not t.deleted
          left join lateral (
            select max(n)::int as people, max(s)::int as supervisors from (
              select count(*) as n, count(*) filter (where supervisor) as s
              from usage_people p where p.team = t.id and p.billing = b.id and p.day >= (b.since at time zone 'UTC')::date group by p.day) days) d on true
        order by lower(t.name), t.id`,
  )
  return found.map(({ owner, ...team }) => ({ ...team, ...(owner !== null && { owner }) }))
}

interface CsvAsk {
  readonly id: string
  readonly isFixed: boolean
  readonly period: UsagePeriod
}

const PeriodRow = z.object({ start: z.nullable(z.string()), length: z.nullable(z.string()) })

const LineRow = z.object({
  date: z.string(),
  project: z.string(),
  bot: z.string(),
  a: z.number(),
  b: z.nullable(z.number()),
})

/** SQL for the first moment of a period. `start` is that of the current period. */
function beginOf(period: UsagePeriod, start: string | null, length: string) {
  if (period === 'all') return sql`'-infinity'::timestamptz`
  if (period === 'current') return sql`${start}::timestamptz`
  return sql`${start}::timestamptz - ${length}::interval`
}

/**
 * Yields the usage by day, project and bot as a CSV file, oldest first (decision OQ-111). `last`: the previous period.
 * Reads a day at a time while the caller iterates.
 */
export async function* usageCsv(db: Db, { id, isFixed, period }: CsvAsk): AsyncGenerator<string> {
  const [span] = await rows(
    db,
    PeriodRow,
    sql`select coalesce(period_start, date_trunc('month', now()))::text as start,
          case when plan like '%-year' then '1 year' else '1 month' end as length from billing_accounts where id = ${id}`,
  )
  const start = span?.start ?? null
  const from = beginOf(period, start, span?.length ?? '1 month')
  const to = period === 'last' ? sql`${start}::timestamptz` : sql`'infinity'::timestamptz`
  yield quotedCsvOf(['date', 'project', 'bot', ...(isFixed ? ['supervisory_workers', 'people'] : ['messages'])], [])
  let after: string | null = null
  for (;;) {
    const day: readonly z.infer<typeof LineRow>[] = await withQueryBudget('job', () =>
      (isFixed ? workersAfter : messagesAfter)(db, { id, from, to, after }),
    )
    if (day.length === 0) return
    yield quotedLinesOf(day.map(({ date, project, bot, a, b }) => [date, project, bot, a, ...(b === null ? [] : [b])].map(String)))
    after = day[0]?.date ?? null
  }
}

interface DayAsk {
  readonly id: string
  readonly from: SQL
  readonly to: SQL
  /** The day before. */
  readonly after: string | null
}

/** The lines of the first day after `after` on which people worked. */
const workersAfter = (db: Db, { id, from, to, after }: DayAsk) =>
  rows(
    db,
    LineRow,
    sql`with next as (
          select min(day) as day from usage_people where billing = ${id} and day >= (${from} at time zone 'UTC')::date
            and day < (${to} at time zone 'UTC')::date and day > coalesce(${after}::date, '-infinity'))
        select u.day::text as date, t.name as project, coalesce(x.title, '') as bot,
              count(*) filter (where u.supervisor)::int as a, count(*)::int as b
            from next n join usage_people u on u.billing = ${id} and u.day = n.day
              join teams t on t.id = u.team left join automations x on x.id = u.automation
            group by u.day, t.name, x.title order by t.name, x.title`,
  )

/** The lines of the first day after `after` on which messages were sent. */
const messagesAfter = (db: Db, { id, from, to, after }: DayAsk) =>
  rows(
    db,
    LineRow,
    sql`with next as (
          select (min(at) at time zone 'UTC')::date as day from usage_messages where billing = ${id} and not held and at >= ${from}
            and at < ${to} and at >= coalesce((${after}::date + 1)::timestamp at time zone 'UTC', '-infinity'))
        select n.day::text as date, t.name as project, coalesce(x.title, '') as bot, count(*)::int as a, null::int as b
            from next n join usage_messages u on u.billing = ${id} and not u.held and u.at >= ${from} and u.at < ${to}
                and u.at >= n.day::timestamp at time zone 'UTC' and u.at < (n.day + 1)::timestamp at time zone 'UTC'
              join teams t on t.id = u.team left join automations x on x.id = u.automation
            group by n.day, t.name, x.title order by t.name, x.title`,
  )
