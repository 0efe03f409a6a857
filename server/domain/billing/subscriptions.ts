import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { cancellationReasons, type CheckoutAnswer, type Subscription } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { freePlan, type Plan, planById, priceOf } from '../../../contract/rules/plans.ts'
import { type Order, PaymentTrouble } from '../../adapters/payments/payments.ts'
import { rows } from '../../storage/database.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { addressOf, type App } from '../app.ts'
import { newId } from '../newId.ts'
import type { Person } from '../sign-in/person.ts'
import { accountFor, AccountRow, accountColumns } from './accountFor.ts'
import { accountRuns, startFree } from './accountRuns.ts'
import { noCards, requireCards } from './builtInPayments.ts'
import { billOverage, settle } from './takeEvent.ts'
import { subscriptionOf } from './readAccount.ts'
import { type Text, text } from '../../i18n/text.ts'

const invalid = (words: Text, path: string) => new Refused(400, 'INVALID', words, { path })

/** Runs `act` and converts an error of the provider into a refusal that says what to do. */
async function asked<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PaymentTrouble)) throw error
    if (error.reason === 'off') throw noCards()
    if (error.reason === 'unreachable') throw new Refused(503, 'UNAVAILABLE', error.words, { values: error.values })
    throw new Refused(400, 'INVALID', error.words, { values: error.values })
  }
}

function paidPlan(id: string | undefined): Plan {
  const plan = id === undefined ? undefined : planById(id)
  if (!plan) throw invalid(text('There is no such plan. Choose one of the list.'), 'query.plan')
  return plan
}

function orderOf(id: string | undefined, broadcast: boolean): Order {
  const plan = paidPlan(id)
  if (broadcast && !plan.broadcast) throw invalid(text('This plan has no broadcast add-on.'), 'query.broadcast')
  return { plan: plan.id, broadcast }
}

interface CheckoutWish {
  readonly id: string
  readonly plan: string | undefined
  readonly broadcast: boolean
  /** The token of a mail, for a person without an account. */
  readonly token: string | undefined
  readonly person: Person | undefined
  readonly origin: string
}

/**
 * Starts a checkout: as a manager of the account, or with the token of a mail, which pays only for the
 * requested plan. Throws Refused.
 */
export async function beginCheckout(app: App, wish: CheckoutWish): Promise<CheckoutAnswer> {
  const account = wish.token === undefined ? await managed(app, wish.person, wish.id) : await byToken(app, wish.id, wish.token)
  const asks = wish.token === undefined ? wish : { plan: account.model.wanted?.plan, broadcast: account.model.wanted?.broadcast ?? false }
  const order = orderOf(asks.plan ?? account.model.wanted?.plan, asks.broadcast)
  const base = addressOf(app, wish.origin)
  const back =
    wish.token === undefined ? `${base}/billing/${account.id}` : `${base}/billing/request/${account.id}?t=${wish.token}&paid=true`
  return checkout(app, account, {
    mode: 'subscription',
    order,
    successUrl: back,
    cancelUrl: wish.token === undefined ? `${base}/billing/${account.id}?view=payment` : back.replace('&paid=true', ''),
  })
}

async function managed(app: App, person: Person | undefined, id: string): Promise<AccountRow> {
  if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
  return accountFor(app.storage.db, person, id, 'billing.manage')
}

async function byToken(app: App, id: string, token: string): Promise<AccountRow> {
  const [found] = await rows(
    app.storage.db,
    AccountRow,
    sql`select ${accountColumns}, 'Owner' as role from billing_accounts b join billing_links l on l.billing = b.id
        where b.id = ${id} and l.token = ${token} and l.used_at is null`,
  )
  if (!found) throw new Refused(404, 'NOT_FOUND', text('This link was used or no longer exists. Ask for a new one.'))
  return found
}

async function checkout(
  app: App,
  account: AccountRow,
  how: { readonly mode: 'subscription' | 'setup'; readonly order?: Order; readonly successUrl: string; readonly cancelUrl: string },
): Promise<CheckoutAnswer> {
  const runs =
    account.customer !== null && account.plan !== freePlan && account.status !== 'Cancelled' && account.payments.card !== undefined
  if (how.mode === 'subscription' && runs && !account.model.awaitingPayment)
    throw new Refused(409, 'INVALID', text('This account already has a plan. Change the plan instead.'))
  const { customer, ...answer } = await asked(() =>
    app.payments.checkout({ billing: account.id, name: account.name, customer: account.customer ?? undefined, ...how }),
  )
  await app.storage.db.execute(
    sql`update billing_accounts set customer = ${customer} where id = ${account.id} and customer is distinct from ${customer}`,
  )
  return answer
}

/** Starts the change of the card of a paying account. Throws Refused. */
export async function beginCardChange(app: App, me: Person, { id, origin }: { id: string; origin: string }): Promise<CheckoutAnswer> {
  const account = await accountFor(app.storage.db, me, id, 'billing.manage')
  const back = `${addressOf(app, origin)}/billing/${id}`
  return checkout(app, account, { mode: 'setup', successUrl: back, cancelUrl: back })
}

/** Returns the address of the invoice page of the provider. Throws Refused if nothing was ever paid. */
export async function invoicesAddress(app: App, me: Person, { id, origin }: { id: string; origin: string }): Promise<string> {
  const { customer } = await accountFor(app.storage.db, me, id, 'billing.manage')
  if (customer === null) throw new Refused(404, 'NOT_FOUND', text('There are no invoices yet: this account has never had a paid plan.'))
  return asked(() => app.payments.portal(customer, `${addressOf(app, origin)}/billing/${id}`))
}

interface PlanWish {
  readonly id: string
  readonly plan: string | undefined
  readonly broadcast: boolean
  readonly preview: boolean
}

interface PlanAnswer {
  invoice: { starting_balance: number; total: number }
  subscription?: Subscription
  checkout?: boolean
}

/** Returns whether the account has a subscription at the provider that can be changed. */
export const isSubscribed = (account: AccountRow) =>
  account.customer !== null &&
  planById(account.plan ?? '') !== undefined &&
  account.status !== 'Cancelled' &&
  account.payments.card !== undefined

/** Returns whether the account has this order already, and keeps it. */
const hasOrder = (account: AccountRow, { plan, broadcast }: Order) =>
  account.plan === plan && account.broadcast === broadcast && account.cancelAt === null

/**
 * Previews or makes a change of plan (decision OQ-110). The free plan and an active subscription change at
 * once; otherwise a checkout is needed first.
 */
export async function changePlan(app: App, me: Person, { id, plan, broadcast, preview }: PlanWish): Promise<PlanAnswer> {
  const account = await accountFor(app.storage.db, me, id, 'billing.manage')
  const order = plan === freePlan ? undefined : orderOf(plan, broadcast)
  if (order) requireCards(app)
  // null: there is no subscription to change.
  const customer = isSubscribed(account) ? account.customer : null
  if (order && customer !== null && hasOrder(account, order)) throw invalid(text('This is the plan that the account has.'), 'query.plan')
  if (order && customer === null) {
    const total = priceOf(paidPlan(order.plan), order.broadcast)
    return { invoice: { starting_balance: 0, total }, checkout: true }
  }
  const invoice = customer === null ? { starting_balance: 0, total: 0 } : await asked(() => app.payments.preview(customer, order))
  if (preview) return { invoice, ...subscriptionOf(account, true) }
  if (order && customer !== null) await toPaid(app, account, customer, order)
  else await toFree(app, account, customer !== null)
  const after = await accountFor(app.storage.db, me, id, 'billing.manage')
  return { invoice, ...subscriptionOf(after, true) }
}

/** Changes an active subscription to another paid plan. */
async function toPaid(app: App, account: AccountRow, customer: string, order: Order): Promise<void> {
  const { periodStart } = account
  const startsPeriod = planById(account.plan ?? '')?.interval !== planById(order.plan)?.interval
  // A new interval starts a new period, so the overage of the old one is billed now.
  if (startsPeriod && periodStart !== null) await asked(() => billOverage(app, account, { periodStart, periodEnd: app.payments.now() }))
  await asked(() => app.payments.change(customer, order, `change-${newId()}`))
  await settle(app, customer)
}

/** Changes to the free plan. A subscription ends at once, with a credit for the unused part. */
async function toFree(app: App, account: AccountRow, subscribed: boolean): Promise<void> {
  const { id, customer } = account
  if (account.plan === freePlan && account.status === 'Trial' && account.cancelAt === null)
    throw invalid(text('This is the plan that the account has.'), 'query.plan')
  const subscription = subscribed && customer !== null ? (await asked(() => app.payments.state(customer))).subscription : undefined
  if (subscription && account.periodStart !== null)
    await asked(() => billOverage(app, account, { periodStart: account.periodStart ?? '', periodEnd: app.payments.now() }))
  await app.storage.transaction(async (tx) => {
    await startFree(tx, { id, now: app.payments.now() })
    // The checkout may have been left: then the account still waits, out of every list.
    await accountRuns(tx, id)
    await tx.execute(
      sql`update billing_accounts set payments_rev = payments_rev + 1, model = model - 'cancellation',
            payments = payments || ${JSON.stringify({ pastDue: false, ...(subscription && { left: subscription.id }) })}::jsonb where id = ${id}`,
    )
    // A fallback for the call below: if it fails, the job ends the subscription, so that the customer is not
    // charged again.
    if (subscription)
      await addJob(tx, {
        kind: 'billing-end',
        key: `end:${subscription.id}`,
        payload: { customer, subscription: subscription.id },
        runAt: new Date(Date.now() + endAfterMs),
      })
  })
  if (subscription && customer !== null) await endNow(app, customer, subscription.id).catch(() => undefined)
}

/** Delay in ms before the job checks that a replaced subscription has ended. */
const endAfterMs = 30_000

async function endNow(app: App, customer: string, id: string): Promise<void> {
  const { subscription } = await app.payments.state(customer)
  if (subscription?.id === id && subscription.status !== 'canceled') await app.payments.end(customer, 'now')
}

const Left = z.object({ customer: z.string(), subscription: z.string() })

/**
 * The job that ends a subscription that was replaced by the free plan. Retried until the provider has done
 * it.
 */
export async function endLeft(app: App, job: Job): Promise<void> {
  const { customer, subscription } = z.parse(Left, job.payload)
  await endNow(app, customer, subscription)
}

/** Cancels an account at the end of its current period. Throws Refused. */
export async function cancelAccount(
  app: App,
  me: Person,
  { id, reason, reasonFeedback = '' }: { id: string; reason: string | undefined; reasonFeedback?: string | undefined },
): Promise<{ success: boolean; cancelAt?: string }> {
  if (!cancellationReasons.some((one) => one === reason)) throw invalid(text('Choose a reason.'), 'reason')
  if (reasonFeedback.length > 2000) throw invalid(text('Feedback has at most 2,000 characters.'), 'reasonFeedback')
  const account = await accountFor(app.storage.db, me, id, 'billing.manage')
  if (account.status === 'Cancelled') throw invalid(text('This account is already cancelled.'), 'id')
  const { customer } = account
  const cancellation = { reason, reasonFeedback: reasonFeedback.trim(), by: me.uid, at: app.payments.now() }
  // The provider first: an account must not say that it ends while its card is still charged.
  const subscribed = isSubscribed(account) && customer !== null
  if (subscribed) await asked(() => app.payments.end(customer, 'periodEnd'))
  await app.storage.db.execute(
    sql`update billing_accounts set model = model || ${JSON.stringify({ cancellation })}::jsonb, rev = rev + 1,
          cancel_at = coalesce(cancel_at, period_end, ${app.payments.now()}::timestamptz + interval '1 month')
        where id = ${id}`,
  )
  if (subscribed) await settle(app, customer)
  const { cancelAt } = await accountFor(app.storage.db, me, id, 'billing.manage')
  return { success: true, ...(cancelAt !== null && { cancelAt }) }
}

/** Revokes a cancellation while the account is still active. Throws Refused. */
export async function keepAccount(app: App, me: Person, id: string): Promise<{ success: boolean }> {
  const account = await accountFor(app.storage.db, me, id, 'billing.manage')
  if (account.status === 'Cancelled' || account.cancelAt === null) throw invalid(text('There is no cancellation to undo.'), 'id')
  const { customer } = account
  if (isSubscribed(account) && customer !== null) await asked(() => app.payments.keep(customer))
  await app.storage.db.execute(
    sql`update billing_accounts set model = model - 'cancellation', cancel_at = null, rev = rev + 1 where id = ${id}`,
  )
  return { success: true }
}
