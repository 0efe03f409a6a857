import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/**
 * SQL for the Owners and Administrators of a company: of the billing account, and of the projects that it
 * pays for.
 */
export const boundBy = (billing: ReturnType<typeof sql>) => sql`
  select bm.uid, bm.billing, bm.role from billing_members bm where bm.role in ('Owner', 'Administrator') and ${billing}
  union select pm.uid, t.billing, pm.role from members pm join teams t on t.id = pm.team and not t.deleted
    join (select id as billing from billing_accounts) bm on bm.billing = t.billing
    where pm.role in ('Owner', 'Administrator') and ${billing}`

/** Returns whether a company requires a passkey of this person. */
export async function isPasskeyRequired(db: Database | Transaction, uid: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from (${boundBy(sql`true`)}) bound join billing_accounts b on b.id = bound.billing
        where bound.uid = ${uid} and b.require_passkey and not b.deleted limit 1`,
  )
  return found.length > 0
}
