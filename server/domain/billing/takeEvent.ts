import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CustomerState, PaymentEvent } from '../../adapters/payments/payments.ts'
import { freePlan, planById } from '../../../contract/rules/plans.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { AccountRow, accountColumns } from './accountFor.ts'
import { accountRuns } from './accountRuns.ts'
import { overageOf, quotaOf } from './quotaOf.ts'
import { usedBetween } from './usedInPeriod.ts'

/** Handles a webhook event of the card provider once. Throws BadSignature. */
export async function takeEvent(app: App, body: string, signature: string): Promise<void> {
  const event = await app.payments.readEvent(body, signature)
  const seen = await rows(app.storage.db, sql`select 1 from payment_events where id = ${event.id}`)
  if (seen.length > 0) return
  await follow(app, event)
  await app.storage.db.execute(sql`insert into payment_events (id) values (${event.id}) on conflict do nothing`)
}

/**
 * Every action has an idempotency key and the state is always read again, so events may be duplicated, late
 * or out of order.
 */
async function follow(app: App, event: PaymentEvent): Promise<void> {
  const account = await accountOf(app, event.customer)
  if (!account) return
  if (event.newCard !== undefined) await app.payments.useCard(event.customer, event.newCard)
  if (event.renewal) await billOverage(app, account, event.renewal)
  if (event.ended) await billLastOverage(app, account)
  await settle(app, event.customer)
}

async function accountOf(app: App, customer: string): Promise<AccountRow | undefined> {
  const [found] = await rows(
    app.storage.db,
    AccountRow,
    sql`select ${accountColumns}, 'Owner' as role from billing_accounts b where b.customer = ${customer}`,
  )
  return found
}

interface Span {
  readonly periodStart: string
  readonly periodEnd: string
  /** The draft invoice for the line. Undefined: a separate invoice. */
  readonly invoice?: string | undefined
}

/** Bills the overage of an account in a period, once per period. */
export async function billOverage(app: App, account: AccountRow, { periodStart, periodEnd, invoice }: Span): Promise<void> {
  const plan = planById(account.plan ?? '')
  if (!plan || account.customer === null) return
  const used = await usedBetween(app.storage.db, account.id, periodStart, periodEnd)
  const amount = overageOf(plan.id, account.bonus, plan.isFixed ? used.people : used.messages)
  if (amount === 0) return
  const label = plan.isFixed ? 'People beyond the plan' : 'Messages beyond the plan'
  const key = createHash('sha256').update(`overage ${account.id} ${periodStart}`).digest('base64url')
  await app.payments.bill(account.customer, { amount, label, key, invoice })
}

async function billLastOverage(app: App, account: AccountRow): Promise<void> {
  const { subscription } = await app.payments.state(account.customer ?? '')
  if (subscription?.status !== 'canceled' || subscription.id === account.payments.left) return
  const now = app.payments.now()
  const periodEnd = subscription.periodEnd < now ? subscription.periodEnd : now
  await billOverage(app, account, { periodStart: subscription.periodStart, periodEnd })
}

/**
 * Updates an account to the state at the card provider. With concurrent calls the newest state wins: a call
 * that read before another one wrote reads again.
 */
export async function settle(app: App, customer: string): Promise<void> {
  for (;;) {
    const before = await accountOf(app, customer)
    if (!before) return
    const state = await app.payments.state(customer)
    const written = await app.storage.transaction(async (tx) => {
      const now = stateOf(before, state)
      const done = await rows(
        tx,
        sql`update billing_accounts set status = ${now.status}, plan = ${now.plan}, broadcast = ${now.broadcast}, quota = ${now.quota},
              period_start = ${now.periodStart}::timestamptz, period_end = ${now.periodEnd}::timestamptz, cancel_at = ${now.cancelAt}::timestamptz,
              payments = ${JSON.stringify(now.payments)}::jsonb, payments_rev = payments_rev + 1, rev = rev + 1
            where id = ${before.id} and payments_rev = ${before.paymentsRev} returning 1`,
      )
      if (done.length === 0) return false
      if (now.runs && before.status !== 'Active' && before.status !== 'Partner') await accountRuns(tx, before.id)
      return true
    })
    if (written) return
  }
}

/** A Partner keeps its status without a plan; the free plan has no subscription that could end. */
function endedState<State extends Pick<AccountRow, 'status' | 'plan'>>(state: State) {
  if (state.plan === freePlan) return state
  if (state.status === 'Partner') return { ...state, plan: freePlan }
  return { ...state, status: 'Cancelled' as const, quota: 0, cancelAt: null }
}

function stateOf(before: AccountRow, { subscription, card }: CustomerState) {
  const payments = { ...before.payments, ...(card && { card }), pastDue: subscription?.status === 'past_due' }
  const same = {
    status: before.status,
    plan: before.plan,
    broadcast: before.broadcast,
    quota: before.quota,
    periodStart: before.periodStart,
    periodEnd: before.periodEnd,
    cancelAt: before.cancelAt,
    payments,
    runs: false,
  }
  if (!subscription || subscription.id === payments.left || subscription.status === 'incomplete') return same
  if (subscription.status === 'canceled') {
    const ended = endedState(same)
    return { ...ended, payments: { ...payments, pastDue: false } }
  }
  const { plan, broadcast, periodStart, periodEnd, cancelAtPeriodEnd } = subscription
  return {
    ...same,
    status: before.status === 'Partner' ? before.status : ('Active' as const),
    plan,
    broadcast,
    quota: before.status === 'Partner' ? null : quotaOf(plan, before.bonus),
    periodStart,
    periodEnd,
    cancelAt: cancelAtPeriodEnd ? periodEnd : null,
    runs: true,
  }
}
