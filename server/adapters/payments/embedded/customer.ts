import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import { differenceInSeconds } from 'date-fns/differenceInSeconds'
import { broadcastAmount, planById, type Plan } from '../../../../contract/rules/plans.ts'
import type { InvoiceState, Order } from '../payments.ts'
import { PaymentTrouble } from '../payments.ts'
import { monthsLater, prorate } from '../prorate.ts'
import { text } from '../../../i18n/text.ts'

/**
 * A customer of the built-in provider: all data of one account in one document, so that each change is one
 * write.
 */
export interface Customer {
  readonly id: string
  readonly billing: string
  name: string
  /** Cents; a negative balance is a credit of the customer. */
  balance: number
  card?: Card | undefined
  subscription?: Sub | undefined
  invoices: Invoice[]
  sessions: Record<string, Session>
  /** Idempotency keys of billed lines. */
  billed: Record<string, true>
  /** Counter for the ids of invoices, subscriptions and events. */
  n: number
  /** Events that are not delivered yet. */
  events: Event[]
}

export interface Card {
  readonly last4: string
  readonly expiry: string
  /** The provider accepts the card, but later charges fail. */
  readonly fails: boolean
}

export interface Sub extends Order {
  readonly id: string
  plan: string
  broadcast: boolean
  status: 'active' | 'past_due' | 'canceled'
  /** Periods are calculated from this date, so that after a short month they end on the 31st again. */
  anchor: string
  periods: number
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
}

export interface Invoice extends InvoiceState {
  status: 'draft' | 'open' | 'paid' | 'void'
  lines: { label: string; amount: number }[]
  total: number
  startingBalance: number
  due: number
  /** For a draft: when it is closed and charged. For an open invoice: when the charge is retried. */
  nextAt?: string | undefined
  tries: number
}

export interface Session {
  readonly mode: 'subscription' | 'setup' | 'portal'
  readonly order?: Order | undefined
  readonly successUrl: string
  readonly cancelUrl: string
  readonly until: string
  state: 'open' | 'secondStep' | 'complete'
  /** The card that waits for its second step (confirmation). */
  card?: Card | undefined
}

export interface Event {
  readonly id: string
  readonly type: string
  readonly created: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Days after which a failed charge is retried; after the last one the subscription ends. */
export const retryDays = [3, 5, 7] as const

const seconds = (from: string, to: string) => differenceInSeconds(to, from, { roundingMethod: 'round' })

export function paidPlan({ plan: id }: Order): Plan {
  const plan = planById(id)
  if (!plan) throw new PaymentTrouble('invalid', text('There is no such plan.'))
  return plan
}

/** The lines of one full interval. */
export function linesOf(order: Order): { label: string; amount: number }[] {
  const plan = paidPlan(order)
  const broadcast = order.broadcast ? broadcastAmount(plan) : undefined
  return [{ label: plan.name, amount: plan.amount }, ...(broadcast === undefined ? [] : [{ label: 'Broadcast', amount: broadcast }])]
}

const monthsOf = (order: Order) => (paidPlan(order).interval === 'year' ? 12 : 1)

export function tell(customer: Customer, type: string, at: string, data: Readonly<Record<string, unknown>> = {}): void {
  customer.events.push({ id: `evt_${customer.billing}_${next(customer)}`, type, created: at, data: { customer: customer.id, ...data } })
}

const next = (customer: Customer) => (customer.n += 1)

function draft(customer: Customer, at: string, lines: { label: string; amount: number }[]): Invoice {
  const n = next(customer)
  const invoice: Invoice = {
    id: `in_${customer.billing}_${n}`,
    number: `${customer.billing.slice(0, 6).toUpperCase()}-${String(customer.invoices.length + 1).padStart(4, '0')}`,
    at,
    status: 'draft',
    lines,
    total: 0,
    startingBalance: 0,
    due: 0,
    tries: 0,
  }
  customer.invoices.unshift(invoice)
  return invoice
}

/** Closes an invoice: an earlier credit pays first, and a negative total becomes credit. */
function close(customer: Customer, invoice: Invoice): void {
  invoice.total = invoice.lines.reduce((sum, { amount }) => sum + amount, 0)
  invoice.startingBalance = customer.balance
  const sum = invoice.total + customer.balance
  invoice.due = Math.max(0, sum)
  customer.balance = Math.min(0, sum)
  invoice.status = 'open'
  invoice.nextAt = undefined
}

/** Charges the amount due to the card. Returns false if the card refuses. */
function charge(customer: Customer, invoice: Invoice, at: string): boolean {
  invoice.tries += 1
  if (invoice.due === 0 || (customer.card && !customer.card.fails)) {
    invoice.status = 'paid'
    invoice.nextAt = undefined
    tell(customer, 'invoice.paid', at, { invoice: invoice.id })
    const { subscription } = customer
    const owes = customer.invoices.some(({ status }) => status === 'open')
    if (subscription?.status === 'past_due' && !owes) {
      subscription.status = 'active'
      tell(customer, 'customer.subscription.updated', at)
    }
    return true
  }
  tell(customer, 'invoice.payment_failed', at, { invoice: invoice.id })
  return false
}

/**
 * Charges the invoice and plans the next retry if the charge fails; after the last one the subscription
 * ends.
 */
function collect(customer: Customer, invoice: Invoice, at: string): void {
  if (charge(customer, invoice, at)) return
  const { subscription } = customer
  const days = retryDays[invoice.tries - 1]
  invoice.nextAt = days === undefined ? undefined : addDays(new UTCDateMini(at), days).toISOString()
  if (!subscription || subscription.status === 'canceled') return
  if (days === undefined) cancelNow(customer, at)
  else if (subscription.status === 'active') {
    subscription.status = 'past_due'
    tell(customer, 'customer.subscription.updated', at)
  }
}

function cancelNow(customer: Customer, at: string): void {
  const { subscription } = customer
  if (!subscription || subscription.status === 'canceled') return
  subscription.status = 'canceled'
  for (const invoice of customer.invoices) if (invoice.status === 'open') invoice.nextAt = undefined
  tell(customer, 'customer.subscription.deleted', at, { ended: true })
}

/** Creates an invoice, and closes and charges it at once. */
function billNow(customer: Customer, at: string, lines: { label: string; amount: number }[]): Invoice {
  const invoice = draft(customer, at, lines)
  close(customer, invoice)
  return invoice
}

/** The unused rest of a paid period: credits of its lines at `at`. */
function unused(sub: Sub, at: string): { label: string; amount: number }[] {
  const [left, whole] = [Math.max(0, seconds(at, sub.periodEnd)), seconds(sub.periodStart, sub.periodEnd)]
  return linesOf(sub).map(({ label, amount }) => ({ label: `Unused time on ${label}`, amount: -prorate(amount, left, whole) }))
}

/** The lines of a change at `at`, without changing anything. `undefined` as order: the subscription ends. */
export function changeLines(sub: Sub, order: Order | undefined, at: string): { label: string; amount: number }[] {
  const credits = unused(sub, at)
  if (!order) return credits
  if (monthsOf(order) !== monthsOf(sub)) return [...credits, ...linesOf(order)]
  const [left, whole] = [Math.max(0, seconds(at, sub.periodEnd)), seconds(sub.periodStart, sub.periodEnd)]
  return [
    ...credits,
    ...linesOf(order).map(({ label, amount }) => ({ label: `Remaining time on ${label}`, amount: prorate(amount, left, whole) })),
  ]
}

const alive = (customer: Customer): Sub | undefined => (customer.subscription?.status === 'canceled' ? undefined : customer.subscription)

export function livingSubscription(customer: Customer): Sub {
  const sub = alive(customer)
  if (!sub) throw new PaymentTrouble('invalid', text('There is no subscription to change.'))
  return sub
}

/**
 * Starts a subscription. Its first invoice counts as paid, because a declined card is never stored. Returns
 * false without a card.
 */
export function subscribe(customer: Customer, order: Order, at: string): boolean {
  if (alive(customer)) throw new PaymentTrouble('invalid', text('There is already a subscription.'))
  if (!customer.card) return false
  const n = next(customer)
  customer.subscription = {
    id: `sub_${customer.billing}_${n}`,
    plan: order.plan,
    broadcast: order.broadcast,
    status: 'active',
    anchor: at,
    periods: 1,
    periodStart: at,
    periodEnd: monthsLater(at, monthsOf(order)),
    cancelAtPeriodEnd: false,
  }
  const invoice = billNow(customer, at, linesOf(order))
  invoice.status = 'paid'
  tell(customer, 'invoice.paid', at, { invoice: invoice.id })
  tell(customer, 'customer.subscription.created', at)
  return true
}

export function changePlan(customer: Customer, order: Order, at: string): void {
  const sub = livingSubscription(customer)
  if (sub.status === 'past_due')
    throw new PaymentTrouble('declined', text('The last charge did not go through. Change the payment method first.'))
  const before = { balance: customer.balance, invoices: customer.invoices.length, n: customer.n, events: customer.events.length }
  const invoice = billNow(customer, at, changeLines(sub, order, at))
  if (invoice.due > 0 && customer.card?.fails !== false) {
    customer.balance = before.balance
    customer.invoices.shift()
    customer.n = before.n
    customer.events.length = before.events
    throw new PaymentTrouble('declined', text('The card was declined. Change the payment method first.'))
  }
  if (monthsOf(order) !== monthsOf(sub)) {
    sub.anchor = at
    sub.periods = 1
    sub.periodStart = at
    sub.periodEnd = monthsLater(at, monthsOf(order))
  }
  sub.plan = order.plan
  sub.broadcast = order.broadcast
  sub.cancelAtPeriodEnd = false
  charge(customer, invoice, at)
  tell(customer, 'customer.subscription.updated', at)
}

export function endSubscription(customer: Customer, when: 'now' | 'periodEnd', at: string): void {
  const sub = livingSubscription(customer)
  if (when === 'periodEnd') {
    sub.cancelAtPeriodEnd = true
    tell(customer, 'customer.subscription.updated', at)
    return
  }
  charge(customer, billNow(customer, at, unused(sub, at)), at)
  cancelNow(customer, at)
}

export function keepSub(customer: Customer, at: string): void {
  livingSubscription(customer).cancelAtPeriodEnd = false
  tell(customer, 'customer.subscription.updated', at)
}

export function addLine(
  customer: Customer,
  {
    amount,
    label,
    key,
    invoice: id,
  }: { readonly amount: number; readonly label: string; readonly key: string; readonly invoice?: string | undefined },
  at: string,
): void {
  if (customer.billed[key]) return
  customer.billed[key] = true
  const open = id === undefined ? undefined : customer.invoices.find((one) => one.id === id)
  if (open?.status === 'draft') open.lines.push({ label, amount })
  else collect(customer, billNow(customer, at, [{ label, amount }]), at)
}

/** Stores a new card and charges open invoices to it, oldest first, until a charge fails. */
export function takeCard(customer: Customer, card: Card, at: string): void {
  customer.card = card
  for (const invoice of customer.invoices.filter(({ status }) => status === 'open').reverse()) if (!charge(customer, invoice, at)) return
}

/** The next time at which this customer needs a step; undelivered events are due at once. */
export function dueAt(customer: Customer): string | undefined {
  const sub = alive(customer)
  const times = [
    ...customer.invoices.flatMap(({ nextAt }) => (nextAt === undefined ? [] : [nextAt])),
    ...(sub ? [sub.periodEnd] : []),
    ...customer.events.slice(0, 1).map(({ created }) => created),
  ]
  return times.sort()[0]
}

/** Performs the next step if it is due by `until`. Returns false if none is due. */
export function step(customer: Customer, until: string): boolean {
  const sub = alive(customer)
  const invoice = customer.invoices
    .filter(({ nextAt }) => nextAt !== undefined)
    .sort((a, b) => String(a.nextAt).localeCompare(String(b.nextAt)))[0]
  const at = invoice?.nextAt
  if (invoice && at !== undefined && at <= until && (!sub || at <= sub.periodEnd)) {
    if (invoice.status === 'draft') close(customer, invoice)
    collect(customer, invoice, at)
    return true
  }
  if (!sub || sub.periodEnd > until) return false
  const end = sub.periodEnd
  if (sub.cancelAtPeriodEnd) cancelNow(customer, end)
  else {
    const before = { periodStart: sub.periodStart, periodEnd: end }
    sub.periods += 1
    sub.periodStart = end
    sub.periodEnd = monthsLater(sub.anchor, sub.periods * monthsOf(sub))
    const renewal = draft(customer, end, linesOf(sub))
    // An hour as a draft, so that overage can be added.
    renewal.nextAt = addHours(end, 1).toISOString()
    tell(customer, 'invoice.created', end, { invoice: renewal.id, ...before })
    tell(customer, 'customer.subscription.updated', end)
  }
  return true
}
