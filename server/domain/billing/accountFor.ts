import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingRole, BillingStatus } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { type BillingPermission, mayBilling } from '../../../contract/rules/permissions.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** An account as stored, with the role of the caller. */
export const AccountRow = z.object({
  id: z.string(),
  name: z.string(),
  status: BillingStatus,
  role: BillingRole,
  rev: z.number(),
  deleted: z.boolean(),
  plan: z.nullable(z.string()),
  broadcast: z.boolean(),
  customer: z.nullable(z.string()),
  /** ISO 8601. */
  periodStart: z.nullable(z.string()),
  periodEnd: z.nullable(z.string()),
  cancelAt: z.nullable(z.string()),
  bonus: z.number(),
  quota: z.nullable(z.number()),
  model: jsonDocument<AccountModel>(),
  payments: jsonDocument<AccountPayments>(),
  /** Revision of the data from the card provider, for optimistic concurrency. */
  paymentsRev: z.number(),
})
export type AccountRow = Readonly<z.infer<typeof AccountRow>>

/** Data of an account that only its own screens need. */
export interface AccountModel {
  /** The account exists but is not paid for yet. */
  readonly awaitingPayment?: boolean
  /** The chosen plan, until it is paid. */
  readonly wanted?: { readonly plan: string; readonly broadcast: boolean }
  /** The project that the account will pay for. */
  readonly team?: string
  /** The token of the referral link that its owner followed. */
  readonly referral?: string
  readonly cancellation?: { readonly reason: string; readonly reasonFeedback: string; readonly by: string; readonly at: string }
  readonly hasProcoreServiceAccount?: 'Yes' | 'No'
  readonly procoreServiceAccountClientId?: string
  /** Encrypted with the key of this server (sealSecret). */
  readonly procoreServiceAccountClientSecret?: string
  readonly hasProcoreServiceAccountConfirmation?: 'Yes' | 'No'
  /** Set while the account is a Partner: the product administrator who made it one. */
  /** `was`: the status before. */
  readonly partner?: { readonly by: string; readonly at: string; readonly was?: string } | null
  readonly ask?: {
    readonly bossName: string
    readonly bossEmail: string
    readonly bossBody: string
    readonly bossIncludeTestimonial: boolean
  }
}

/** The last state from the card provider. */
export interface AccountPayments {
  readonly card?: { readonly last4: string; readonly expiry: string }
  readonly pastDue?: boolean
  /** A subscription that was replaced by the free plan. Its end changes nothing. */
  readonly left?: string
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Columns of AccountRow of `billing_accounts b`, without the role. */
export const accountColumns = sql`b.id, b.name, b.status, b.rev, b.deleted, b.plan, b.broadcast, b.customer, ${iso('b.period_start')} as "periodStart",
  ${iso('b.period_end')} as "periodEnd", ${iso('b.cancel_at')} as "cancelAt", b.bonus, b.quota, b.model, b.payments, b.payments_rev as "paymentsRev"`

/** Returns an account of this person, even if it waits for its payment. Throws Refused. */
export async function accountOr404(db: Database | Transaction, me: Pick<Person, 'uid'>, id: string): Promise<AccountRow> {
  const [found] = await rows(
    db,
    AccountRow,
    sql`select ${accountColumns}, m.role from billing_accounts b join billing_members m on m.billing = b.id
        where b.id = ${id} and m.uid = ${me.uid} and (not b.deleted or (b.model ->> 'awaitingPayment')::boolean)`,
  )
  if (!found) throw new Refused(404, 'NOT_FOUND', text('This billing account does not exist.'))
  return found
}

/** The same, but also throws Refused if the person lacks the permission. */
export async function accountFor(
  db: Database | Transaction,
  me: Pick<Person, 'uid'>,
  id: string,
  permission: BillingPermission,
): Promise<AccountRow> {
  const found = await accountOr404(db, me, id)
  if (!mayBilling(found.role, permission)) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  return found
}
