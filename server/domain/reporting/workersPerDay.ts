import { sql } from 'drizzle-orm'
import { type UsageData, UsageDay, usageDays } from '../../../contract/rules/UsageData.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/** Excludes forms that only demo bots fill: they never count. */
export const notOfDemoBots = sql`not exists (select 1 from automations a where 'forms/' || a.form = r.parent and not a.deleted
  having bool_and(a.demo))`

/**
 * Returns the people on each of the last 30 days in some projects: those who saved something, and workers who
 * passed a gate. Each person counts once a day in total. Supervisory: all roles except Worker, and foremen at
 * a gate.
 */
export async function workersPerDay(db: Database | Transaction, teams: readonly string[]): Promise<UsageData> {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb))`
  const daily = await rows(
    db,
    UsageDay,
    sql`with own as (select unnest(${list}) as team),
      place as (select coalesce((select s.timezone from sites s where s.team = any (${list}) order by s.team, s.id limit 1), 'UTC') as tz),
      day as (select d::date as day from place, generate_series((now() at time zone place.tz)::date - ${usageDays - 1}::int,
                (now() at time zone place.tz)::date, interval '1 day') d),
      -- The gate's own words, else those of the form.
      save as (
        select r.tenant as team, (coalesce(r.corrected_at, r.created_at) at time zone place.tz)::date as day, r.created_by,
            r.model ->> 'direction' as direction, coalesce((r.model ->> 'visitor')::boolean, false) as visitor,
            nullif(trim(coalesce(r.model -> 'attendance' ->> 'name', r.model ->> 'person')), '') as name
          from forms f join records r on r.parent = 'forms/' || f.key and not r.deleted, place
          where f.team = any (${list}) and r.created_at >= now() - make_interval(days => ${usageDays + 2}) and ${notOfDemoBots}),
      member as (
        select m.team, p.uid, lower(p.name) as name, bool_or(m.role <> 'Worker') over (partition by p.uid) as leads,
            count(*) over (partition by m.team, lower(p.name)) as namesakes
          from members m join people p on p.uid = m.uid join own on own.team = m.team),
      worked as (
        select s.day, p.uid as who, coalesce((select bool_or(m.leads) from member m where m.uid = p.uid), false) as leads
          from save s join people p on p.uid = s.created_by
        union all
        select s.day, coalesce(m.uid, 'name ' || lower(s.name)),
            coalesce(m.leads, exists (select 1 from lookup_items l where l.team = s.team and l.lookup = 'employees' and l.id = s.name
                                        and l.attributes ->> 'role' = 'Foreman'))
          from save s left join member m on m.team = s.team and m.name = lower(s.name) and m.namesakes = 1
          where s.direction = 'in' and not s.visitor and s.name is not null),
      once as (select day, who, bool_or(leads) as leads from worked group by day, who)
      select day.day::text as today, count(once.who) filter (where once.leads)::int as supervisory_workers, count(once.who)::int as people
        from day left join once on once.day = day.day group by day.day order by day.day`,
  )
  return { start: daily[0]?.today ?? '', end: daily.at(-1)?.today ?? '', daily: [...daily] }
}
