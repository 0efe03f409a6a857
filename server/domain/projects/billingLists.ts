import { sql } from 'drizzle-orm'
import type { BillingAccount, BillingRole, BillingStatus } from '../../../contract/billing.ts'
import { Refused } from '../../../contract/errors.ts'
import { type Database, rows } from '../../storage/database.ts'
import { billingHolidays } from '../holidays/holidays.ts'
import type { Person } from '../sign-in/person.ts'
import { namesIn } from './projectQuery.ts'

interface Question {
  readonly include?: string | readonly string[] | undefined
}

interface Row {
  id: string
  name: string
  status: BillingStatus
  role: BillingRole
  rev: number
}

/** The billing accounts of a person by name, or one of them. */
export async function readBilling(db: Database, person: Person, question: Question, id?: string): Promise<BillingAccount[]> {
  const include = new Set([...namesIn(question.include)].map((name) => name.replace(/^billing\./, '')))
  const found = await rows<Row & Record<string, unknown>>(
    db,
    sql`select b.id, b.name, b.status, m.role, b.rev from billing_members m join billing_accounts b on b.id = m.billing
        where m.uid = ${person.uid} and not b.deleted ${id === undefined ? sql`` : sql`and b.id = ${id}`} order by lower(b.name), b.id`,
  )
  return Promise.all(
    found.map(async (row) => ({
      id: row.id,
      rev: row.rev,
      model: { name: row.name, status: row.status },
      role: row.role,
      ...(include.has('permitTypes') && {
        permitTypes: await rows<{ key: string; name: string }>(
          db,
          sql`select key, name from named_rows where parent = ${row.id} and list = 'permitTypes' order by lower(name), key`,
        ),
      }),
      ...(include.has('holidayCalendar') && { holidayCalendar: await billingHolidays(db, row.id) }),
    })),
  )
}

export async function readOneBilling(db: Database, person: Person, id: string, question: Question): Promise<BillingAccount> {
  const [found] = await readBilling(db, person, question, id)
  if (!found) throw new Refused(404, 'NOT_FOUND', 'This billing account does not exist.')
  return found
}
