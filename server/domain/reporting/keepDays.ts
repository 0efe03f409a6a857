import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dayOf, daysLater } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { EventSource, Period } from './readRecords.ts'

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
const version = 1
/** A day is kept when it has been over for a day: the triggers note each later change of it (0123-report-days.sql). */
const daysOver = 2
/** Longer than a save takes, and than a replica is behind: a change that was noted so shortly before may not be counted. */
const unsure = sql`interval '1 hour'`
/** A person who leaves on a day may have come in so long before it, whatever the length of the day before. */
const longestStay = sql`interval '24 hours'`

/** The newest day that can be kept in a time zone. */
export const newestKept = (tz: string): string => daysLater(dayOf(inZone(tz, Date.now())), -daysOver)

const Kept = z.object({ form: z.string(), tz: z.string(), day: z.string(), counts: jsonDocument<DayCounts>(), attention: z.number() })
const Answer = z.object({ at: z.string(), kept: z.nullable(z.array(Kept)) })

const formsOf = (bots: readonly FormSource[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(bots.map(({ form, tz }) => ({ form, tz })))}::jsonb) as f(form text, tz text)`

export interface KeptDay {
  readonly day: string
  readonly counts: DayCounts
  /** Records with a late save that no person has looked at. */
  readonly attention: number
}

/** Returns the time of the database, and the valid days of these forms in the period, by form and time zone. */
export async function readKeptDays(
  db: Database | Transaction,
  bots: readonly FormSource[],
  { start, end }: Period,
): Promise<{ readonly at: string; readonly daysOf: (bot: FormSource) => readonly KeptDay[] }> {
  const [found] = await rows(
    db,
    Answer,
    sql`select now()::text as at, (select json_agg(x) from (
          select k.form, k.tz, k.day::text as day, k.counts, (
              select count(distinct e.path)::int from record_edits e join records r on r.path = e.path and not r.deleted
                where e.parent = 'forms/' || k.form and e.late is not null and e.looked_at is null
                  and (coalesce(r.corrected_at, r.created_at) at time zone k.tz)::date = k.day) as attention
            from ${formsOf(bots)} join report_days k on k.form = f.form and k.tz = f.tz and k.day between ${start}::date and ${end}::date
            where k.version = ${version} and k.counted_at > now() - interval '30 days' and not exists (
              select 1 from report_changes c where c.form = k.form and c.noted_at > k.counted_at - ${unsure}
                and c.at >= (k.day::timestamp at time zone k.tz) - ${longestStay} and c.at < (k.day + 1)::timestamp at time zone k.tz)
          ) x) as kept`,
  )
  const byForm = new Map<string, KeptDay[]>()
  for (const { form, tz, ...day } of found?.kept ?? []) {
    const key = `${form} ${tz}`
    byForm.set(key, [...(byForm.get(key) ?? []), day])
  }
  return { at: found?.at ?? '', daysOf: ({ form, tz }) => byForm.get(`${form} ${tz}`) ?? [] }
}

/** Keeps the sums of the days of a form. `at`: the time of the database before its records were read. */
export async function keepDays(
  db: Database,
  { form, tz }: FormSource,
  { at, days }: { readonly at: string; readonly days: ReadonlyMap<string, DayCounts> },
): Promise<void> {
  const list = [...days].map(([day, counts]) => ({ day, counts })).sort((a, b) => (a.day < b.day ? -1 : 1))
  await db.execute(
    sql`insert into report_days as k (form, tz, day, version, counts, counted_at)
        select ${form}, ${tz}, d.day, ${version}, d.counts, ${at}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as d(day date, counts jsonb)
          -- The triggers go by this clock, and that of a server may be ahead of it.
          where d.day <= (${at}::timestamptz at time zone ${tz})::date - ${daysOver}::int
        on conflict (form, tz, day) do update set version = excluded.version, counts = excluded.counts, counted_at = excluded.counted_at
          where k.counted_at < excluded.counted_at`,
  )
}
