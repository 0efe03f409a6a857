import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingStatus, mostPartnerAccounts, PartnerAccount } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { AccountRow, accountColumns } from './accountFor.ts'
import { accountRuns, startFree } from './accountRuns.ts'
import { quotaOf } from './quotaOf.ts'
import { isSubscribed } from './subscriptions.ts'
import { text } from '../../i18n/text.ts'

function requireProductAdministrator(me: Pick<Person, 'isAdmin'>): void {
  if (!me.isAdmin) throw new Refused(403, 'FORBIDDEN', text('Only a product administrator sets the status Partner.'))
}

const Row = z.extend(PartnerAccount, { owner: z.nullable(z.string()) })

/** Returns accounts of all companies, partners first. Throws Refused. */
export async function listPartners({ storage }: App, me: Person, search = ''): Promise<PartnerAccount[]> {
  requireProductAdministrator(me)
  const found = await rows(
    storage.db,
    Row,
    sql`select b.id, b.name, b.status,
          (select p.name from billing_members m join people p on p.uid = m.uid
            where m.billing = b.id and m.role = 'Owner' order by m.created_at limit 1) as owner
        from billing_accounts b where not b.deleted and position(lower(${search.trim()}) in lower(b.name)) > 0
        order by b.status <> 'Partner', lower(b.name), b.id limit ${mostPartnerAccounts}`,
  )
  return found.map(({ owner, ...account }) => ({ ...account, ...(owner !== null && { owner }) }))
}

const StatusRow = z.object({ status: BillingStatus })

/**
 * Makes an account a Partner: it counts as Active and its bots never pause. Without it the account returns to
 * its paid plan, or starts the free one. Throws Refused.
 */
export async function setPartner(
  app: App,
  me: Person,
  { id, partner }: { id: string; partner: boolean },
): Promise<{ status: BillingStatus }> {
  requireProductAdministrator(me)
  return app.storage.transaction(async (tx) => {
    const [account] = await rows(
      tx,
      AccountRow,
      sql`select ${accountColumns}, 'Owner' as role from billing_accounts b where b.id = ${id} and not b.deleted for update`,
    )
    if (!account) throw new Refused(404, 'NOT_FOUND', text('This billing account does not exist.'))
    if (partner === (account.status === 'Partner')) return { status: account.status }
    const note = JSON.stringify({ partner: partner ? { by: me.uid, at: app.payments.now(), was: account.status } : null })
    await tx.execute(sql`update billing_accounts set model = model || ${note}::jsonb where id = ${id}`)
    if (partner) {
      await tx.execute(
        sql`update billing_accounts set status = 'Partner', quota = null, cancel_at = null, payments_rev = payments_rev + 1, rev = rev + 1 where id = ${id}`,
      )
      await accountRuns(tx, id)
    } else if (isSubscribed(account) && account.model.partner?.was !== 'Cancelled')
      await tx.execute(
        sql`update billing_accounts set status = 'Active', quota = ${quotaOf(account.plan, account.bonus)}, payments_rev = payments_rev + 1, rev = rev + 1
            where id = ${id}`,
      )
    else {
      await tx.execute(sql`update billing_accounts set status = 'Trial', payments_rev = payments_rev + 1 where id = ${id}`)
      await startFree(tx, { id, now: app.payments.now() })
    }
    const [now] = await rows(tx, StatusRow, sql`select status from billing_accounts where id = ${id}`)
    return { status: now?.status ?? account.status }
  })
}
