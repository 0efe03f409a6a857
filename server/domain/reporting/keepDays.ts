import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dayOf, daysLater } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import { type EventSource, longestStay, type Period } from './readRecords.ts'

/** The sums of the records of a form on one day. People are in lists, because one of several days counts once. */
export interface DayCounts {
  readonly started: number
  readonly messages: number
  readonly workers: number
  readonly hours: number
  readonly signIns: number
  readonly signOuts: number
  readonly people: readonly string[]
  readonly visitors: readonly string[]
  readonly companies: readonly string[]
}

/** A bot with a form, for the records of the form. */
export type FormSource = EventSource & { readonly form: string }

/** Raised when records are counted differently: days of another version are counted again. */
const version = 2
/** A day is kept when it has been over for a day: the triggers note each later change of it (0123-report-days.sql). */
const daysOver = 2
/** Longer than a save takes, and than a replica is behind: a change that was noted so shortly before may not be visible. */
const unsure = sql`interval '1 hour'`
/** The primary may answer one statement and the replica, which is behind, the next: so new a change counts as not seen. */
const tooNew = { replica: sql`interval '5 minutes'`, primary: sql`interval '0'` }

/** The newest day that can be kept in a time zone. */
export const newestKept = (tz: string): string => daysLater(dayOf(inZone(tz, Date.now())), -daysOver)

const Kept = z.object({ form: z.string(), tz: z.string(), day: z.string(), counts: jsonDocument<DayCounts>(), attention: z.number() })
const Seen = z.object({ form: z.string(), tz: z.string(), day: z.string(), n: z.number() })
const Answer = z.object({ at: z.string(), kept: z.nullable(z.array(Kept)), seen: z.nullable(z.array(Seen)) })

/** SQL: whether a change belongs to a day of a time zone, or to the time before it. */
const touches = (at: SQL, { day, tz }: Readonly<Record<'day' | 'tz', SQL>>) =>
  sql`${at} >= (${day}::timestamp at time zone ${tz}) - ${longestStay} and ${at} < (${day} + 1)::timestamp at time zone ${tz}`

const formsOf = (bots: readonly FormSource[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(bots.map(({ form, tz }) => ({ form, tz })))}::jsonb) as f(form text, tz text)`

export interface KeptDay {
  readonly day: string
  readonly counts: DayCounts
  /** Records with a late save that no person has looked at. */
  readonly attention: number
}

export interface KeptDays {
  /** The time of the database. */
  readonly at: string
  /** The valid days of a form. */
  daysOf(bot: FormSource): readonly KeptDay[]
  /** The changes of a day that were noted within the last hour: a count that reads records from now on has them. */
  seenOf(bot: FormSource, day: string): number
}

/** Returns the valid days of these forms in the period, by form and time zone. `from`: where `db` reads. */
export async function readKeptDays(
  db: Database | Transaction,
  bots: readonly FormSource[],
  { start, end }: Period,
  from: keyof typeof tooNew = 'primary',
): Promise<KeptDays> {
  const [found] = await rows(
    db,
    Answer,
    sql`select now()::text as at, (select json_agg(x) from (
          select k.form, k.tz, k.day::text as day, k.counts, (
              select count(distinct e.path)::int from record_edits e join records r on r.path = e.path and not r.deleted
                where e.parent = 'forms/' || k.form and e.late is not null and e.looked_at is null
                  and (coalesce(r.corrected_at, r.created_at) at time zone k.tz)::date = k.day) as attention
            from ${formsOf(bots)} join report_days k on k.form = f.form and k.tz = f.tz and k.day between ${start}::date and ${end}::date
            where k.version = ${version} and k.counted_at > now() - interval '30 days' and k.changes = (
              select count(*) from report_changes c where c.form = k.form and c.noted_at > k.counted_at - ${unsure}
                and ${touches(sql`c.at`, { day: sql`k.day`, tz: sql`k.tz` })})
          ) x) as kept, (select json_agg(x) from (
          select f.form, f.tz, d.day::text as day, count(*)::int as n
            from ${formsOf(bots)} join report_changes c on c.form = f.form and c.noted_at > now() - ${unsure} and c.noted_at <= now() - ${tooNew[from]}
                and c.at between ${start}::date - 3 and ${end}::date + 3
              -- Where clocks go back at midnight, an hour of a day counts for the day before too.
              cross join lateral (select (c.at at time zone f.tz)::date + later as day from generate_series(-1, 2) later) d
            where ${touches(sql`c.at`, { day: sql`d.day`, tz: sql`f.tz` })} and d.day between ${start}::date and ${end}::date
            group by f.form, f.tz, d.day
          ) x) as seen`,
  )
  const byForm = new Map<string, KeptDay[]>()
  for (const { form, tz, ...day } of found?.kept ?? []) {
    const key = `${form} ${tz}`
    byForm.set(key, [...(byForm.get(key) ?? []), day])
  }
  const seen = new Map((found?.seen ?? []).map(({ form, tz, day, n }) => [`${form} ${tz} ${day}`, n]))
  return {
    at: found?.at ?? '',
    daysOf: ({ form, tz }) => byForm.get(`${form} ${tz}`) ?? [],
    seenOf: ({ form, tz }, day) => seen.get(`${form} ${tz} ${day}`) ?? 0,
  }
}

/** Keeps the sums of the days of a form. `known`: as it was before the records were read. */
export async function keepDays(
  db: Database,
  bot: FormSource,
  { known: { at, seenOf }, days }: { readonly known: KeptDays; readonly days: ReadonlyMap<string, DayCounts> },
): Promise<void> {
  const { form, tz } = bot
  const list = [...days].map(([day, counts]) => ({ day, counts, changes: seenOf(bot, day) })).sort((a, b) => (a.day < b.day ? -1 : 1))
  await db.execute(
    sql`insert into report_days as k (form, tz, day, version, counts, changes, counted_at)
        select ${form}, ${tz}, d.day, ${version}, d.counts, d.changes, ${at}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as d(day date, counts jsonb, changes integer)
          -- The triggers go by this clock, and that of a server may be ahead of it.
          where d.day <= (${at}::timestamptz at time zone ${tz})::date - ${daysOver}::int
        on conflict (form, tz, day) do update
          set version = excluded.version, counts = excluded.counts, changes = excluded.changes, counted_at = excluded.counted_at
          where k.counted_at < excluded.counted_at`,
  )
}
