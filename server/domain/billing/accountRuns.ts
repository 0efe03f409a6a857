import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { freePlan, referralMessages } from '../../../contract/rules/plans.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import { addJob } from '../../storage/addJob.ts'
import type { AccountModel } from './accountFor.ts'
import { quotaOf } from './quotaOf.ts'

const ModelRow = z.object({ model: jsonDocument<AccountModel>() })

const LinkRow = z.object({
  token: z.string(),
  kind: z.string(),
  source: z.nullable(z.string()),
  email: z.string(),
  by_uid: z.string(),
})

/**
 * Starts an account: it becomes visible, pays for its project, and both sides of a referral get their bonus.
 * Idempotent.
 */
export async function accountRuns(tx: Transaction, id: string): Promise<void> {
  const [account] = await rows(tx, ModelRow, sql`select model from billing_accounts where id = ${id} for update`)
  if (!account) return
  const { team, referral } = account.model
  await tx.execute(
    sql`update billing_accounts set deleted = false, model = model - array['awaitingPayment', 'wanted', 'team', 'referral'] where id = ${id}`,
  )
  if (team !== undefined)
    await tx.execute(sql`update teams set billing = ${id}, rev = rev + 1 where id = ${team} and billing is null and not deleted`)
  const links = await rows(
    tx,
    LinkRow,
    sql`update billing_links set used_at = now()
        where used_at is null and (billing = ${id} or token = ${referral ?? ''}) returning token, kind, source, email, by_uid`,
  )
  for (const link of links) {
    if (link.kind !== 'refer' || link.source === null || link.source === id || (await shareMember(tx, link.source, id))) continue
    for (const one of [link.source, id]) await addBonus(tx, one)
    const owned = await rows(tx, sql`select 1 from billing_members where billing = ${id}`)
    // The account has no member yet: a mail to the recommended address lets the person who paid become its
    // owner.
    if (owned.length === 0)
      await addJob(tx, {
        kind: 'billing-mail',
        key: `owner:${id}`,
        payload: { mail: 'owner', billing: id, email: link.email, by: link.by_uid },
      })
  }
}

/** Returns whether the same person belongs to both accounts: a recommendation to oneself earns nothing. */
async function shareMember(tx: Transaction, source: string, friend: string): Promise<boolean> {
  const both = await rows(
    tx,
    sql`select 1 from billing_members a join billing_members b on b.uid = a.uid where a.billing = ${source} and b.billing = ${friend} limit 1`,
  )
  return both.length > 0
}

const PlanRow = z.object({ plan: z.nullable(z.string()), bonus: z.number() })

/** Adds 100 messages a month, effective at once. */
async function addBonus(tx: Transaction, id: string): Promise<void> {
  const [found] = await rows(
    tx,
    PlanRow,
    sql`update billing_accounts set bonus = bonus + ${referralMessages}, rev = rev + 1 where id = ${id} and status <> 'Cancelled' returning plan, bonus`,
  )
  if (found)
    await tx.execute(sql`update billing_accounts set quota = ${quotaOf(found.plan, found.bonus)} where id = ${id} and status <> 'Partner'`)
}

const BonusRow = z.object({ bonus: z.number() })

/** Starts or restarts the free plan: one month from now. */
export async function startFree(tx: Transaction, { id, now }: { readonly id: string; readonly now: string }): Promise<void> {
  const [found] = await rows(tx, BonusRow, sql`select bonus from billing_accounts where id = ${id}`)
  await tx.execute(
    sql`update billing_accounts set status = case when status = 'Partner' then status else 'Trial' end, plan = ${freePlan}, broadcast = false,
          quota = case when status <> 'Partner' then ${quotaOf(freePlan, found?.bonus ?? 0)}::int end, cancel_at = null,
          period_start = ${now}::timestamptz, period_end = ${now}::timestamptz + interval '1 month', rev = rev + 1
        where id = ${id}`,
  )
}
