import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingChoice, BillingRole } from '../../../contract/endpoints/billing/billing.ts'
import { type BillingPermission, mayBilling } from '../../../contract/rules/permissions.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { Person } from '../sign-in/person.ts'

/** Returns the billing accounts of a person, by name. */
export async function billingOf(db: Database | Transaction, person: Person): Promise<readonly BillingChoice[]> {
  return rows(
    db,
    BillingChoice,
    sql`select b.id, b.name, b.status, m.role from billing_members m join billing_accounts b on b.id = m.billing
        where m.uid = ${person.uid} and not b.deleted order by lower(b.name), b.id`,
  )
}

const RoleRow = z.object({ role: BillingRole })

export async function billingRole(db: Database | Transaction, person: Person, billing: string): Promise<BillingRole | undefined> {
  const [found] = await rows(
    db,
    RoleRow,
    sql`select m.role from billing_members m join billing_accounts b on b.id = m.billing
        where m.uid = ${person.uid} and m.billing = ${billing} and not b.deleted`,
  )
  return found?.role
}

export async function mayInBilling(
  db: Database | Transaction,
  person: Person,
  billing: string,
  permission: BillingPermission,
): Promise<boolean> {
  return mayBilling(await billingRole(db, person, billing), permission)
}
