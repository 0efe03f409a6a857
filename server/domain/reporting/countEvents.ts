import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { Sums } from './figuresOf.ts'

/** A bot with the report group that it counts in. */
export interface Counted {
  readonly id: string
  readonly class: string
  readonly group: string
  readonly form: string | null
  readonly tz: string
}

export interface Count extends Sums {
  readonly class: string
  /** null in the sums of one day. */
  readonly group: string | null
  readonly day: string | null
}

/** SQL for a number that a form may store as a number or as text. */
const number = (path: string) => sql`(case when ${sql.raw(path)} ~ '^\\d{1,9}(\\.\\d+)?$' then (${sql.raw(path)})::float8 end)`

const CountRow = z.object({
  class: z.string(),
  group: z.nullable(z.string()),
  day: z.nullable(z.string()),
  started: z.number(),
  completed: z.number(),
  expired: z.number(),
  attention: z.number(),
  messages: z.number(),
  workers: z.number(),
  hours: z.number(),
  signIns: z.number(),
  signOuts: z.number(),
  visitors: z.number(),
  companies: z.union([z.array(z.string()), z.string()]),
  silent: z.union([z.array(z.string()), z.string()]),
})

/**
 * Returns counts of conversations and records from `start` to `end` (days), by class and group, and by class
 * and day. A record counts on the day when the device saved it, in the time zone of the site; a conversation
 * on the day it asks about. A worker who passes a gate twice counts once.
 */
export async function countEvents(
  db: Database | Transaction,
  bots: readonly Counted[],
  { start, end }: { readonly start: string; readonly end: string },
): Promise<readonly Count[]> {
  const found = await rows(
    db,
    CountRow,
    sql`with bot as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(bots)}::jsonb) as b(id text, class text, "group" text, form text, tz text)),
        saved as (
          select b.id, b.class, b."group", r.path, r.model as m, coalesce(r.corrected_at, r.created_at) as at,
              (coalesce(r.corrected_at, r.created_at) at time zone b.tz)::date as day, r.created_by,
              r.model ->> 'direction' as direction, coalesce(r.model ->> 'visitor' = 'true', false) as visitor,
              lower(trim(coalesce(r.model -> 'attendance' ->> 'name', r.model ->> 'person', r.model ->> 'visitor_name'))) as who,
              trim(coalesce(r.model -> 'attendance' ->> 'company', r.model ->> 'vendor', r.model ->> 'company')) as company
            from bot b join records r on r.parent = 'forms/' || b.form and not r.deleted
            where coalesce(r.corrected_at, r.created_at) between ${start}::date - 2 and ${end}::date + 2),
        paired as (
          select s.*, lag(s.direction) over stay as before, lag(s.at) over stay as since
            from saved s window stay as (partition by s.id, s.direction is null, coalesce(s.who, s.path) order by s.at)),
        event as (
          select class, "group", day, 1 as started, 1 as completed, 0 as expired,
              (exists (select 1 from record_edits e where e.path = p.path and e.late is not null and e.looked_at is null))::int as attention,
              (select count(*)::int from feed_entries f where f.path = p.path) as messages,
              ${number(`m ->> 'worker_count'`)} as workers,
              case when direction = 'out' and before = 'in' and at - since < interval '24 hours' then extract(epoch from at - since)::float8 / 3600
                   else coalesce(${number(`m ->> 'total_hours'`)}, ${number(`m ->> 'worker_count'`)} * ${number(`m ->> 'hours_per_worker'`)}) end as hours,
              direction, visitor, who, company, null as silent
            from paired p where day between ${start}::date and ${end}::date
          union all
          select b.class, b."group", x.day, 1, (x.phase = 'done' and x.model ->> 'requiresAttentionCode' is distinct from 'EXPIRED')::int,
              (x.model ->> 'requiresAttentionCode' is not distinct from 'EXPIRED')::int, (x.phase = 'decide')::int,
              (select count(*)::int from execution_messages o where o.execution = x.id and o.way = 'out'),
              coalesce(${number(`x.model -> 'model' ->> 'worker_count'`)}, v.workers),
              coalesce(${number(`x.model -> 'model' ->> 'hours'`)}, v.hours), null, false, null,
              case when x.model -> 'model' ? 'worker_count' then trim(x.model ->> 'vendor') end,
              case when x.model ->> 'requiresAttentionCode' = 'EXPIRED' then x.model ->> 'name' end
            from bot b join executions x on x.automation = b.id and x.day between ${start}::date and ${end}::date and not x.demo
              left join lateral (
                select sum(${number(`f.value ->> 'worker_count'`)}) as workers, sum(${number(`f.value ->> 'hours'`)}) as hours
                  from jsonb_each(case when jsonb_typeof(x.model -> 'finishedModels') = 'object' then x.model -> 'finishedModels' else '{}'::jsonb end) f
              ) v on true)
        select class, "group", day::text as day, sum(started)::int as started, sum(completed)::int as completed, sum(expired)::int as expired,
            sum(attention)::int as attention, sum(messages)::int as messages,
            (coalesce(sum(workers), 0) + count(distinct who) filter (where direction = 'in' and not visitor))::float8 as workers,
            coalesce(sum(hours), 0)::float8 as hours,
            count(*) filter (where direction = 'in')::int as "signIns", count(*) filter (where direction = 'out')::int as "signOuts",
            count(distinct who) filter (where direction = 'in' and visitor)::int as visitors,
            coalesce(jsonb_agg(distinct company) filter (where company <> ''), '[]') as companies,
            coalesce(jsonb_agg(distinct silent) filter (where silent <> ''), '[]') as silent
          from event group by grouping sets ((class, "group"), (class, day))`,
  )
  return found.map((count) => ({ ...count, companies: fromJson(count.companies), silent: fromJson(count.silent) }))
}
