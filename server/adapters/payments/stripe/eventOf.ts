import type Stripe from 'stripe'
import { planById } from '../../../../contract/rules/plans.ts'
import type { InvoiceState, PaymentEvent, SubscriptionState } from '../payments.ts'
import { isBroadcast } from './pricesOf.ts'

/** Maps Stripe objects to the types of Payments. */

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const idOf = (one: string | { readonly id: string } | null | undefined): string | undefined => (typeof one === 'string' ? one : one?.id)

const states: Readonly<Record<string, SubscriptionState['status']>> = {
  active: 'active',
  trialing: 'active',
  incomplete: 'incomplete',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
  unpaid: 'canceled',
}

export const isAlive = (subscription: Stripe.Subscription | undefined): subscription is Stripe.Subscription =>
  subscription !== undefined && (states[subscription.status] ?? 'past_due') !== 'canceled'

export function subscriptionOf({
  status,
  items,
  id,
  start_date: begun,
  cancel_at_period_end: ends,
}: Stripe.Subscription): SubscriptionState {
  const keys = items.data.map(({ price }) => price.lookup_key ?? '')
  const [first] = items.data
  return {
    id,
    plan: keys.find((key) => planById(key)) ?? '',
    broadcast: keys.some(isBroadcast),
    status: states[status] ?? 'past_due',
    periodStart: iso(first?.current_period_start ?? begun),
    periodEnd: iso(first?.current_period_end ?? begun),
    cancelAtPeriodEnd: ends,
  }
}

export function invoiceOf(invoice: Stripe.Invoice): InvoiceState {
  return {
    id: invoice.id ?? '',
    number: invoice.number ?? '',
    at: iso(invoice.created),
    status: (['paid', 'open', 'draft'] as const).find((one) => one === invoice.status) ?? 'void',
    lines: invoice.lines.data.map(({ description, amount }) => ({ label: description ?? '', amount })),
    total: invoice.total,
    startingBalance: invoice.starting_balance,
    due: invoice.amount_due,
  }
}

export function eventOf(event: Stripe.Event): PaymentEvent {
  const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null }
  const customer = (about.object === 'customer' ? about.id : idOf(about.customer)) ?? ''
  if (event.type === 'checkout.session.completed' && event.data.object.mode === 'setup')
    return { id: event.id, customer, newCard: idOf(event.data.object.setup_intent) }
  if (event.type === 'invoice.created' && event.data.object.billing_reason === 'subscription_cycle') {
    const { id, period_start: start, period_end: end } = event.data.object
    return { id: event.id, customer, renewal: { invoice: id ?? '', periodStart: iso(start), periodEnd: iso(end) } }
  }
  return { id: event.id, customer, ...(event.type === 'customer.subscription.deleted' && { ended: true }) }
}
