import Stripe from 'stripe'
import { planById, peopleIn, type PlanInterval } from '../../../../contract/plans.ts'
import {
  BadSignature,
  type CustomerState,
  type InvoiceState,
  type Order,
  type PaymentEvent,
  type Payments,
  PaymentTrouble,
  type SubscriptionState,
} from '../payments.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Of a stand-in for tests; absent: the provider's own. */
  readonly url?: string | undefined
}

/**
 * Stripe through its own client. Every plan is a price with the plan's id as lookup key; the broadcast add-on is a price `broadcast-month` or
 * `broadcast-year` of one person, bought as often as the plan has people.
 */
export function stripePayments(settings: StripeSettings): Payments {
  const at = settings.url === undefined ? undefined : new URL(settings.url)
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: at ? 0 : 2,
    timeout: 20_000,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
  const priceIds = new Map<string, string>()
  const priceId = async (key: string): Promise<string> => {
    const known = priceIds.get(key)
    if (known !== undefined) return known
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
    const found = data[0]?.id
    if (found === undefined) throw new PaymentTrouble('invalid', `The card provider has no price with the lookup key ${key}.`)
    priceIds.set(key, found)
    return found
  }
  const itemsOf = async (order: Order): Promise<{ price: string; quantity: number }[]> => {
    const plan = planById(order.plan)
    if (!plan) throw new PaymentTrouble('invalid', 'There is no such plan.')
    const count = order.broadcast && plan.broadcast ? peopleIn(plan.description) : undefined
    return [
      { price: await priceId(plan.id), quantity: 1 },
      ...(count === undefined ? [] : [{ price: await priceId(broadcastKey(plan.interval)), quantity: count }]),
    ]
  }
  const newest = async (customer: string): Promise<Stripe.Subscription | undefined> =>
    (await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })).data[0]
  const living = async (customer: string): Promise<Stripe.Subscription> => {
    const found = await newest(customer)
    if (!found || found.status === 'canceled') throw new PaymentTrouble('invalid', 'There is no subscription to change.')
    return found
  }
  /** What replaces the items that are there. */
  const replaced = async (subscription: Stripe.Subscription, order: Order) => {
    const wanted = await itemsOf(order)
    const there = subscription.items.data
    return [
      ...wanted.map((item, n) => ({ ...item, ...(there[n] && { id: there[n].id }) })),
      ...there.slice(wanted.length).map(({ id }) => ({ id, deleted: true })),
    ]
  }

  const asked: Payments = {
    kind: 'stripe',
    livemode: settings.secretKey.startsWith('sk_live_'),
    now: () => new Date().toISOString(),
    async checkout({ mode, billing, name, email, order, successUrl, cancelUrl, ...given }) {
      const customer =
        given.customer ??
        (
          await stripe.customers.create(
            { name, metadata: { billing }, ...(email !== undefined && { email }) },
            { idempotencyKey: `customer-${billing}` },
          )
        ).id
      const common = { customer, client_reference_id: billing, success_url: successUrl, cancel_url: cancelUrl }
      const session = await stripe.checkout.sessions.create(
        mode === 'subscription' && order
          ? { ...common, mode, line_items: await itemsOf(order), subscription_data: { metadata: { billing } } }
          : { ...common, mode: 'setup', currency: 'usd', setup_intent_data: { metadata: { billing } } },
      )
      return { pk: settings.publishableKey, id: session.id, url: session.url ?? '', customer }
    },
    async preview(customer, order) {
      const subscription = await living(customer)
      const details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = order
        ? { items: await replaced(subscription, order), proration_behavior: 'always_invoice' }
        : { cancel_now: true, proration_behavior: 'always_invoice' }
      const invoice = await stripe.invoices.createPreview({ customer, subscription: subscription.id, subscription_details: details })
      return { starting_balance: invoice.starting_balance, total: invoice.total }
    },
    async change(customer, order, key) {
      const subscription = await living(customer)
      if (subscription.status === 'past_due')
        throw new PaymentTrouble('declined', 'The last charge did not go through. Change the payment method first.')
      await stripe.subscriptions.update(
        subscription.id,
        {
          items: await replaced(subscription, order),
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        },
        { idempotencyKey: key },
      )
    },
    async end(customer, when) {
      const { id } = await living(customer)
      await (when === 'now'
        ? stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
        : stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    },
    async keep(customer) {
      await stripe.subscriptions.update((await living(customer)).id, { cancel_at_period_end: false })
    },
    async bill(customer, { amount, label, key, invoice }) {
      const line = { customer, amount, currency: 'usd', description: label }
      if (invoice !== undefined) {
        await stripe.invoiceItems.create({ ...line, invoice }, { idempotencyKey: `line-${key}` })
        return
      }
      const made = await stripe.invoices.create(
        { customer, auto_advance: true, pending_invoice_items_behavior: 'exclude', metadata: { key } },
        { idempotencyKey: `invoice-${key}` },
      )
      await stripe.invoiceItems.create({ ...line, ...(made.id && { invoice: made.id }) }, { idempotencyKey: `line-${key}` })
      if (made.id) await stripe.invoices.finalizeInvoice(made.id, { auto_advance: true }, { idempotencyKey: `close-${key}` })
    },
    async useCard(customer, setup) {
      const { payment_method: method } = await stripe.setupIntents.retrieve(setup)
      if (typeof method !== 'string') return
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
      const { data: open } = await stripe.invoices.list({ customer, status: 'open', limit: 20 })
      // The oldest first; what the new card refuses stays open.
      for (const { id } of open.reverse()) if (id) await stripe.invoices.pay(id).catch(() => undefined)
    },
    async portal(customer, returnUrl) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url
    },
    async state(id) {
      const [customer, subscription, { data: invoices }] = await Promise.all([
        stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] }),
        newest(id),
        stripe.invoices.list({ customer: id, limit: 100 }),
      ])
      if (customer.deleted) throw new PaymentTrouble('invalid', 'The card provider does not know this account.')
      const method = customer.invoice_settings.default_payment_method
      const card =
        (typeof method === 'object' ? method?.card : undefined) ??
        (await stripe.customers.listPaymentMethods(id, { type: 'card', limit: 1 })).data[0]?.card
      const two = (n: number) => String(n % 100).padStart(2, '0')
      return {
        customer: id,
        billing: customer.metadata['billing'] ?? '',
        balance: customer.balance,
        ...(card && { card: { last4: card.last4, expiry: `${two(card.exp_month)}/${two(card.exp_year)}` } }),
        ...(subscription && { subscription: subscriptionOf(subscription) }),
        invoices: invoices.map(invoiceOf),
      } satisfies CustomerState
    },
    async readEvent(body, signature) {
      try {
        return eventOf(await stripe.webhooks.constructEventAsync(body, signature, settings.webhookSecret))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new BadSignature('not signed by us')
        throw error
      }
    },
  }
  return inOurWords(asked)
}

const broadcastKey = (interval: PlanInterval) => `broadcast-${interval}`
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** What the provider says in its own errors may name people; only what somebody can do about it is passed on. */
function inOurWords(payments: Payments): Payments {
  const told =
    <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return await act(...given)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          throw new PaymentTrouble('declined', 'The card was declined. Change the payment method first.')
        if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError)
          throw new PaymentTrouble('unreachable', 'The card provider does not answer. Try again in a few minutes.')
        if (error instanceof Stripe.errors.StripeError)
          throw new PaymentTrouble('invalid', `The card provider refused (${error.code ?? error.type}).`)
        throw error
      }
    }
  const { checkout, preview, change, end, keep, bill, useCard, portal, state } = payments
  return {
    ...payments,
    checkout: told(checkout),
    preview: told(preview),
    change: told(change),
    end: told(end),
    keep: told(keep),
    bill: told(bill),
    useCard: told(useCard),
    portal: told(portal),
    state: told(state),
  }
}

function subscriptionOf(subscription: Stripe.Subscription): SubscriptionState {
  const { status, items, id, cancel_at_period_end: cancelAtPeriodEnd } = subscription
  const keys = items.data.map(({ price }) => price.lookup_key ?? '')
  const [first] = items.data
  return {
    id,
    plan: keys.find((key) => planById(key)) ?? '',
    broadcast: keys.some((key) => key.startsWith('broadcast-')),
    status:
      status === 'active' || status === 'trialing'
        ? 'active'
        : status === 'canceled' || status === 'incomplete_expired' || status === 'unpaid'
          ? 'canceled'
          : status === 'incomplete'
            ? 'incomplete'
            : 'past_due',
    periodStart: iso(first?.current_period_start ?? subscription.start_date),
    periodEnd: iso(first?.current_period_end ?? subscription.start_date),
    cancelAtPeriodEnd,
  }
}

function invoiceOf(invoice: Stripe.Invoice): InvoiceState {
  const { status } = invoice
  return {
    id: invoice.id ?? '',
    number: invoice.number ?? '',
    at: iso(invoice.created),
    status: (['paid', 'open', 'draft'] as const).find((one) => one === status) ?? 'void',
    lines: invoice.lines.data.map(({ description, amount }) => ({ label: description ?? '', amount })),
    total: invoice.total,
    startingBalance: invoice.starting_balance,
    due: invoice.amount_due,
  }
}

function eventOf(event: Stripe.Event): PaymentEvent {
  const about = event.data.object as { customer?: unknown }
  const customer = typeof about.customer === 'string' ? about.customer : ''
  if (event.type === 'checkout.session.completed' && event.data.object.mode === 'setup') {
    const { setup_intent: setup } = event.data.object
    return { id: event.id, customer, ...(typeof setup === 'string' && { newCard: setup }) }
  }
  if (event.type === 'invoice.created' && event.data.object.billing_reason === 'subscription_cycle') {
    const { id, period_start: start, period_end: end } = event.data.object
    return { id: event.id, customer, renewal: { invoice: id ?? '', periodStart: iso(start), periodEnd: iso(end) } }
  }
  return { id: event.id, customer, ...(event.type === 'customer.subscription.deleted' && { ended: true }) }
}
