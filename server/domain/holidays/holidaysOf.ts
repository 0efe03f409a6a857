import { sql } from 'drizzle-orm'
import { Holiday } from '../../../contract/endpoints/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/**
 * Returns the holidays of a project, by date: its own and those of its billing account. `active` says whether
 * the project observes the day.
 */
export async function holidaysOf(
  db: Database | Transaction,
  { id, billing }: { readonly id: string; readonly billing: string | null },
): Promise<Holiday[]> {
  return rows(
    db,
    Holiday,
    sql`select h.auid, h.date::text as date, h.date_end::text as "dateEnd", h.label, case when h.parent = ${id} then 'Team' else 'Billing' end as source,
          (h.parent = ${id} or not exists (select 1 from holidays_ignored i where i.team = ${id} and i.auid = h.auid)) as active
        from holidays h where h.parent = ${id} or h.parent = ${billing} order by h.date, lower(h.label), h.auid`,
  )
}

/** Returns the holidays of a billing account, by date. */
export async function billingHolidays(db: Database | Transaction, billing: string): Promise<Holiday[]> {
  return rows(
    db,
    Holiday,
    sql`select auid, date::text as date, date_end::text as "dateEnd", label, 'Billing' as source, true as active
        from holidays where parent = ${billing} order by date, lower(label), auid`,
  )
}
