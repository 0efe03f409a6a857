import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { planById } from '../../../../contract/rules/plans.ts'
import { BadSignature, type CustomerState, type Order, type Payments, PaymentTrouble } from '../payments.ts'
import { isBroadcast, pricesOf } from './pricesOf.ts'
import { eventOf, invoiceOf, isAlive, subscriptionOf } from './eventOf.ts'
import { text } from '../../../i18n/text.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** For tests: the URL of a fake; absent: the provider's own. */
  readonly url?: string | undefined
}

/** Maximum age of a signed event, seconds. */
const tolerance = 300
/** Tolerated difference of the clocks, ms: HTTP dates are in whole seconds, and the network adds delay. */
const noiseMs = 2000

const digest = (...parts: readonly (string | undefined)[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
const idOf = (one: string | { readonly id: string } | null): string | undefined => (typeof one === 'string' ? one : one?.id)
const two = (n: number) => String(n % 100).padStart(2, '0')

/**
 * Stripe through its own client. Stripe forgets idempotency keys after a day, so the code first checks if
 * the action has already happened.
 */
export function stripePayments(settings: StripeSettings): Payments {
  const { stripe, now } = openClient(settings)
  const account = openAccounts(stripe)
  return inOurWords({
    kind: 'stripe',
    livemode: settings.secretKey.startsWith('sk_live_'),
    now: () => new Date(now()).toISOString(),
    ...checkouts(stripe, account, settings.publishableKey),
    ...planChanges(stripe, account),
    ...charges(stripe, account),
    async state(id) {
      const [{ found, subscription, method }, { data: invoices }] = await Promise.all([
        account.known(id),
        stripe.invoices.list({ customer: id, limit: 100 }),
      ])
      const card = method?.card
      return {
        customer: id,
        billing: found.metadata['billing'] ?? '',
        balance: found.balance,
        ...(card && { card: { last4: card.last4, expiry: `${two(card.exp_month)}/${two(card.exp_year)}` } }),
        ...(subscription && { subscription: subscriptionOf(subscription) }),
        invoices: invoices.map(invoiceOf),
      } satisfies CustomerState
    },
    async readEvent(body, signature) {
      try {
        return eventOf(await stripe.webhooks.constructEventAsync(body, signature, settings.webhookSecret, tolerance, undefined, now()))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new BadSignature('not signed by us')
        throw error
      }
    },
  })
}

/** The client, and the clock of the provider: it can differ from ours. */
function openClient(settings: StripeSettings): { stripe: Stripe; now: () => number } {
  const at = settings.url === undefined ? undefined : new URL(settings.url)
  /** How far the provider's clock is ahead of ours, ms. */
  let ahead = 0
  const watching: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked)
    const theirs = Date.parse(answer.headers.get('date') ?? '') - Date.now()
    ahead = Math.abs(theirs) > noiseMs ? theirs : 0
    return answer
  }
  const now = () => Date.now() + ahead
  const stripe = new Stripe(settings.secretKey, {
    httpClient: Stripe.createFetchHttpClient(watching),
    maxNetworkRetries: at ? 0 : 2,
    timeout: 20_000,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
  return { stripe, now }
}

/** What the provider knows about a customer, and the items of their subscription. */
function openAccounts(stripe: Stripe) {
  const itemsOf = pricesOf(stripe)

  const newest = async (customer: string): Promise<Stripe.Subscription | undefined> =>
    (await stripe.subscriptions.list({ customer, status: 'all', limit: 1, expand: ['data.default_payment_method'] })).data[0]
  const living = async (customer: string): Promise<Stripe.Subscription> => {
    const found = await newest(customer)
    if (!isAlive(found)) throw new PaymentTrouble('invalid', text('There is no subscription to change.'))
    return found
  }
  /** The replacement of the existing items: the plan replaces the plan, the add-on the add-on. */
  const replaced = async ({ items: { data: there } }: Stripe.Subscription, order: Order) => {
    const wanted = await itemsOf(order)
    const before = (addOn: boolean) => there.find(({ price }) => isBroadcast(price.lookup_key) === addOn)?.id
    const kept = wanted.map((item, n) => {
      const id = before(n > 0)
      return id === undefined ? item : { ...item, id }
    })
    const goes = there.filter(({ id }) => !kept.some((one) => 'id' in one && one.id === id))
    return [...kept, ...goes.map(({ id }) => ({ id, deleted: true }))]
  }
  /** The parameters that a change and its preview have in common. Another interval begins a new period. */
  const changed = async (subscription: Stripe.Subscription, order: Order) => {
    const interval = subscription.items.data[0]?.price.recurring?.interval
    return {
      items: await replaced(subscription, order),
      proration_behavior: 'always_invoice' as const,
      ...(planById(order.plan)?.interval !== interval && { billing_cycle_anchor: { type: 'now' as const } }),
    }
  }
  const known = async (customer: string) => {
    const [found, subscription] = await Promise.all([
      stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }),
      newest(customer),
    ])
    if (found.deleted) throw new PaymentTrouble('invalid', text('The card provider does not know this account.'))
    // A checkout stores its card at the subscription; that card takes precedence over the customer's.
    const own = isAlive(subscription) ? subscription.default_payment_method : null
    const given = own ?? found.invoice_settings.default_payment_method
    const method =
      typeof given === 'object' && given ? given : (await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 })).data[0]
    return { found, subscription, method }
  }
  return { itemsOf, newest, living, changed, known }
}

type Accounts = ReturnType<typeof openAccounts>

function checkouts(stripe: Stripe, { itemsOf, newest }: Accounts, publishableKey: string): Pick<Payments, 'checkout' | 'portal'> {
  /** Expires open checkouts: two checkouts must not create two subscriptions. */
  const onlyCheckout = async (customer: string) => {
    if (isAlive(await newest(customer)))
      throw new PaymentTrouble('invalid', text('This account already has a plan. Change the plan instead.'))
    const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 20 })
    for (const { id, mode } of open) if (mode === 'subscription') await stripe.checkout.sessions.expire(id)
  }
  return {
    async checkout({ mode, billing, name, email, order, successUrl, cancelUrl, ...given }) {
      if (given.customer !== undefined && mode === 'subscription') await onlyCheckout(given.customer)
      const customer =
        given.customer ??
        (
          await stripe.customers.create(
            { name, metadata: { billing }, ...(email !== undefined && { email }) },
            { idempotencyKey: `customer-${digest(billing, name, email)}` },
          )
        ).id
      const common = {
        customer,
        client_reference_id: billing,
        success_url: successUrl,
        cancel_url: cancelUrl,
        allowed_payment_method_types: ['card' as const],
      }
      const session = await stripe.checkout.sessions.create(
        mode === 'subscription' && order
          ? { ...common, mode, line_items: await itemsOf(order), subscription_data: { metadata: { billing } } }
          : { ...common, mode: 'setup', currency: 'usd', setup_intent_data: { metadata: { billing } } },
      )
      return { pk: publishableKey, id: session.id, url: session.url ?? '', customer }
    },
    async portal(customer, returnUrl) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url
    },
  }
}

function planChanges(stripe: Stripe, { living, changed }: Accounts): Pick<Payments, 'preview' | 'change' | 'end' | 'keep'> {
  return {
    async preview(customer, order) {
      const subscription = await living(customer)
      const invoice = await stripe.invoices.createPreview({
        customer,
        subscription: subscription.id,
        subscription_details: order ? await changed(subscription, order) : { cancel_now: true, proration_behavior: 'always_invoice' },
      })
      return { starting_balance: invoice.starting_balance, total: invoice.total }
    },
    async change(customer, order, key) {
      const subscription = await living(customer)
      if (subscription.status === 'past_due')
        throw new PaymentTrouble('declined', text('The last charge did not go through. Change the payment method first.'))
      const [change, price] = [await changed(subscription, order), JSON.stringify(order)]
      // Already changed: the subscription keeps the key, in case Stripe has forgotten it.
      if (subscription.metadata['change'] === key) return
      await stripe.subscriptions.update(
        subscription.id,
        { ...change, payment_behavior: 'error_if_incomplete', cancel_at_period_end: false, metadata: { change: key } },
        { idempotencyKey: digest(key, price) },
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
  }
}

function charges(stripe: Stripe, { known, newest }: Accounts): Pick<Payments, 'bill' | 'useCard'> {
  return {
    async bill(customer, { amount, label, key, invoice }) {
      // Read the invoice before its lines: a closed invoice gets no more lines that this check could miss.
      const takes = invoice !== undefined && (await stripe.invoices.retrieve(invoice)).status === 'draft'
      const { data: billed } = await stripe.invoiceItems.list({ customer, limit: 100 })
      if (billed.some(({ metadata }) => metadata?.['key'] === key)) return
      const line = { customer, amount, currency: 'usd', description: label, metadata: { key } }
      if (takes) {
        await stripe.invoiceItems.create({ ...line, invoice }, { idempotencyKey: digest('line', key, invoice) })
        return
      }
      const { method: card } = await known(customer)
      const made = await stripe.invoices.create(
        {
          customer,
          auto_advance: true,
          pending_invoice_items_behavior: 'exclude',
          metadata: { key },
          ...(card && { default_payment_method: card.id }),
        },
        { idempotencyKey: digest('invoice', key) },
      )
      const id = made.id ?? ''
      await stripe.invoiceItems.create({ ...line, invoice: id }, { idempotencyKey: digest('line', key, id) })
      await stripe.invoices.finalizeInvoice(id, { auto_advance: true }, { idempotencyKey: digest('close', key) })
    },
    async useCard(customer, setup) {
      const [{ data: setups }, subscription] = await Promise.all([stripe.setupIntents.list({ customer, limit: 20 }), newest(customer)])
      const found = setups.find(({ status }) => status === 'succeeded')
      const card = found && idOf(found.payment_method)
      // If the event arrives late, an older card must not replace a newer one.
      if (!card || found.id !== setup || (subscription && subscription.created > found.created)) return
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
      if (isAlive(subscription)) await stripe.subscriptions.update(subscription.id, { default_payment_method: card })
      const { data: open } = await stripe.invoices.list({ customer, status: 'open', limit: 20 })
      // Oldest first; invoices that the new card can't pay stay open.
      for (const { id } of open.reverse()) {
        try {
          if (id) await stripe.invoices.pay(id, { payment_method: card })
        } catch (error) {
          if (error instanceof Stripe.errors.StripeCardError) return
          // Paid in the meantime.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }
    },
  }
}

/** Errors of the provider may name people; the caller only gets the part that helps to solve the problem. */
function inOurWords(payments: Payments): Payments {
  const told =
    <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return await act(...given)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          throw new PaymentTrouble('declined', text('The card was declined. Change the payment method first.'))
        if (
          error instanceof Stripe.errors.StripeConnectionError ||
          error instanceof Stripe.errors.StripeAPIError ||
          error instanceof Stripe.errors.StripeRateLimitError
        )
          throw new PaymentTrouble('unreachable', text('The card provider does not answer. Try again in a few minutes.'))
        if (error instanceof Stripe.errors.StripeError)
          throw new PaymentTrouble('invalid', text('The card provider refused ({code}).'), { code: error.code ?? error.type })
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
