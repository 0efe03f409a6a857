import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { pagesOf } from './pagesOf.ts'

/** A bot of a report; `form` is the form with its records. */
export interface EventSource {
  readonly id: string
  readonly form: string | null
  /** IANA name. */
  readonly tz: string
}

/** Days, both included. */
export interface Period {
  readonly start: string
  readonly end: string
}

/** The records of a form in a period of its own. */
export type SourceInPeriod = EventSource & Period

const Event = z.object({
  bot: z.string(),
  /** The position in the order of its bot. */
  at: z.string(),
  id: z.string(),
  day: z.string(),
  completed: z.number(),
  expired: z.number(),
  attention: z.number(),
  messages: z.number(),
  workers: z.nullable(z.number()),
  hours: z.nullable(z.number()),
  company: z.nullable(z.string()),
  /** A contact who did not answer. */
  silent: z.nullable(z.string()),
  direction: z.nullable(z.string()),
  visitor: z.boolean(),
  /** Who passed a gate, in lower case. */
  who: z.nullable(z.string()),
  /** Of the moment it was saved. */
  seconds: z.number(),
})
export type Event = Readonly<z.infer<typeof Event>>

/** SQL for a number that a form may store as a number or as text. */
const number = (path: string) => sql`(case when ${sql.raw(path)} ~ '^\\d{1,9}(\\.\\d+)?$' then (${sql.raw(path)})::float8 end)`

/** When the device saved a record: the index records_at has it. */
const savedAt = sql`coalesce(r.corrected_at, r.created_at)`
/**
 * A person who leaves on a day has come in at most so long before it: 24 hours, whatever the length of the day before, and an
 * hour more where clocks go back at midnight. The database takes the later one of two midnights.
 */
export const longestStay = sql`interval '26 hours'`

/**
 * SQL for the bots of a page. Their rows are read by a lateral query with a limit, which the database can only answer bot by
 * bot, from an index: with a join it reads the whole history of all forms, or sorts all rows of a bot for each page.
 */
const botsOf = (bots: readonly (EventSource & Partial<Period>)[]): SQL => {
  const given = bots.map(({ id, form, tz, start, end }) => ({ id, form, tz, first: start, last: end }))
  return sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as b(id text, form text, tz text, first date, last date)`
}

type Db = Database | Transaction

/**
 * Yields the records of forms, each in its period, in pages of bounded size; those of one period in the order in which they
 * were saved. Passes of gates begin `longestStay` before the period, so that a person who leaves has come in before.
 */
export function readRecords(db: Db, sources: readonly SourceInPeriod[]): AsyncGenerator<readonly Event[]> {
  const begins = sql`(b.first::timestamp at time zone b.tz)`
  const within = sql`r.parent = 'forms/' || b.form and not r.deleted and ${savedAt} >= ${begins} - ${longestStay}
      and ${savedAt} < (b.last + 1)::timestamp at time zone b.tz
      and ((${savedAt} at time zone b.tz)::date >= b.first or r.model ->> 'direction' is not null)`
  return pagesOf(
    sources.filter(({ form }) => form !== null),
    {
      count: (some, most) => countsOf(db, some, sql`select 1 from records r where ${within} limit ${most}`),
      read: (some, { limit, after }) =>
        rows(
          db,
          Event,
          sql`with saved as materialized (
                select b.id as bot, b.tz, b.first, b.last, r.* from ${botsOf(some)} cross join lateral (
                  select r.path, r.model as m, ${savedAt} as at from records r
                    where ${within} and ${after === undefined ? sql`true` : sql`${savedAt} >= ${after.at}::timestamptz and (${savedAt} > ${after.at}::timestamptz or r.path > ${after.id})`}
                    order by ${savedAt}, r.path limit ${limit}) r
                  order by b.id, r.at, r.path limit ${limit}),
              placed as (select *, (at at time zone tz)::date as day from saved)
            select bot, at::text as at, path as id, day::text as day, 1 as completed, 0 as expired,
                (exists (select 1 from record_edits e where e.path = p.path and e.late is not null and e.looked_at is null))::int as attention,
                case when day between first and last then (select count(*)::int from feed_entries f where f.path = p.path) else 0 end as messages,
                ${number(`m ->> 'worker_count'`)} as workers,
                coalesce(${number(`m ->> 'total_hours'`)}, ${number(`m ->> 'worker_count'`)} * ${number(`m ->> 'hours_per_worker'`)}) as hours,
                trim(coalesce(m -> 'attendance' ->> 'company', m ->> 'vendor', m ->> 'company')) as company, null as silent,
                m ->> 'direction' as direction, coalesce(m ->> 'visitor' = 'true', false) as visitor,
                lower(trim(coalesce(m -> 'attendance' ->> 'name', m ->> 'person', m ->> 'visitor_name'))) as who,
                extract(epoch from at)::float8 as seconds
              from placed p order by bot, p.at, path`,
        ),
    },
  )
}

/** Yields the conversations of the bots in pages of bounded size. */
export function readConversations(db: Db, bots: readonly EventSource[], { start, end }: Period): AsyncGenerator<readonly Event[]> {
  const within = sql`x.automation = b.id and x.day between ${start}::date and ${end}::date and not x.demo`
  return pagesOf(bots, {
    count: (some, most) => countsOf(db, some, sql`select 1 from executions x where ${within} limit ${most}`),
    read: (some, { limit, after }) =>
      rows(
        db,
        Event,
        sql`with asked as materialized (
              select x.* from ${botsOf(some)} cross join lateral (
                select x.id, x.automation, x.day, x.phase, x.model from executions x
                  where ${within} and ${after === undefined ? sql`true` : sql`x.day >= ${after.at}::date and (x.day > ${after.at}::date or x.id > ${after.id})`}
                  order by x.day, x.id limit ${limit}) x
                order by x.automation, x.day, x.id limit ${limit})
          select automation as bot, day::text as at, id, day::text as day,
              (phase = 'done' and model ->> 'requiresAttentionCode' is distinct from 'EXPIRED')::int as completed,
              (model ->> 'requiresAttentionCode' is not distinct from 'EXPIRED')::int as expired, (phase = 'decide')::int as attention,
              (select count(*)::int from execution_messages o where o.execution = x.id and o.way = 'out') as messages,
              coalesce(${number(`x.model -> 'model' ->> 'worker_count'`)}, v.workers) as workers,
              coalesce(${number(`x.model -> 'model' ->> 'hours'`)}, v.hours) as hours,
              case when x.model -> 'model' ? 'worker_count' then trim(x.model ->> 'vendor') end as company,
              case when x.model ->> 'requiresAttentionCode' = 'EXPIRED' then x.model ->> 'name' end as silent,
              null as direction, false as visitor, null as who, 0::float8 as seconds
            from asked x
              left join lateral (
                select sum(${number(`f.value ->> 'worker_count'`)}) as workers, sum(${number(`f.value ->> 'hours'`)}) as hours
                  from jsonb_each(case when jsonb_typeof(x.model -> 'finishedModels') = 'object' then x.model -> 'finishedModels' else '{}'::jsonb end) f
              ) v on true
            order by automation, x.day, x.id`,
      ),
  })
}

const BotCount = z.object({ id: z.string(), n: z.number() })

/** How many rows `found` has for each of these bots, by their ids. */
async function countsOf(db: Db, bots: readonly EventSource[], found: SQL): Promise<ReadonlyMap<string, number>> {
  const counts = await rows(db, BotCount, sql`select b.id, (select count(*)::int from (${found}) f) as n from ${botsOf(bots)}`)
  return new Map(counts.map(({ id, n }) => [id, n]))
}
