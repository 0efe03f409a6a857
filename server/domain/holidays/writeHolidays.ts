import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { isDay } from '../../../contract/rules/daysLater.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { text } from '../../i18n/text.ts'

const Day = z.object({
  date: z.optional(z.string()),
  dateEnd: z.optional(z.string()),
  label: z.optional(z.string()),
  source: z.optional(z.string()),
  active: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
})

type Day = z.output<typeof Day>

interface Days {
  /** Id of the project or the billing account. */
  readonly parent: string
  readonly ofProject: boolean
  /** By auid; null or `deleted: true` removes a day of this parent. */
  readonly days: Readonly<Record<string, unknown>>
}

/**
 * Writes holidays (spec/3 §5): a label and a date are required, a reversed range is swapped. A project may
 * ignore a day of its billing account but never delete it. Throws Refused.
 */
export async function writeHolidays(tx: Transaction, { parent, ofProject, days }: Days): Promise<void> {
  for (const [auid, given] of Object.entries(days)) {
    const change = given === null ? { deleted: true } : z.safeParse(Day, given).data
    if (!change || !/^[A-Za-z0-9._-]{1,64}$/.test(auid)) throw new Refused(400, 'INVALID', text('A holiday has a date and a label.'))
    const own = await rows(tx, sql`select 1 from holidays where parent = ${parent} and auid = ${auid}`)
    const ofBilling =
      ofProject && own.length === 0
        ? await rows(tx, sql`select 1 from holidays h join teams t on t.billing = h.parent where t.id = ${parent} and h.auid = ${auid}`)
        : []
    if (ofBilling.length > 0) {
      await ignoreDay(tx, parent, auid, change)
    } else if (change.deleted) {
      await tx.execute(sql`delete from holidays where parent = ${parent} and auid = ${auid}`)
    } else {
      await storeDay(tx, parent, auid, change)
    }
  }
}

/** Ignores a day of the billing account in a project, or no longer ignores it. */
async function ignoreDay(tx: Transaction, team: string, auid: string, change: Day): Promise<void> {
  if (change.deleted) throw new Refused(403, 'FORBIDDEN', text('This day belongs to the billing account; the project can only ignore it.'))
  if (change.active === false)
    await tx.execute(sql`insert into holidays_ignored (team, auid) values (${team}, ${auid}) on conflict do nothing`)
  else await tx.execute(sql`delete from holidays_ignored where team = ${team} and auid = ${auid}`)
}

async function storeDay(tx: Transaction, parent: string, auid: string, change: Day): Promise<void> {
  const label = change.label?.trim() ?? ''
  const date = change.date ?? ''
  const end = change.dateEnd === undefined || change.dateEnd === '' ? date : change.dateEnd
  if (label === '') throw new Refused(400, 'INVALID', text('Label Required'))
  if (label.length > 200) throw new Refused(400, 'INVALID', text('A label has at most 200 characters.'))
  if (!isDay(date) || !isDay(end)) throw new Refused(400, 'INVALID', text('Date Required'))
  const [from, to] = end < date ? [end, date] : [date, end]
  await tx.execute(
    sql`insert into holidays (parent, auid, date, date_end, label) values (${parent}, ${auid}, ${from}::date, ${to}::date, ${label})
        on conflict (parent, auid) do update set date = excluded.date, date_end = excluded.date_end, label = excluded.label`,
  )
}
