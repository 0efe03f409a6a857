import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/**
 * A fake of Stripe's HTTP API with the calls that the adapter uses and its own clock. Like the real API it
 * rejects unknown parameters, requires mandatory ones, forgets idempotency keys after a day, and calculates
 * prorations.
 */
export interface CardProvider {
  readonly url: string
  /** Seconds since 1970. */
  now(): number
  /** Advances the clock by `ms`, in one-second steps where something is due. */
  turn(ms: number): Promise<void>
  /** Simulates a payer on a checkout page. */
  pay(session: string, number: string): Promise<'complete' | 'declined'>
  /** The address to which the checkout leads a payer back. */
  backFrom(session: string): string
  /** What the invoice page of the provider shows to this customer: number, cents, status. */
  invoicesOf(customer: string): { readonly number: string; readonly due: number; readonly status: string }[]
  /** Called with every event, signed. Reject it to simulate a failed delivery. */
  tell: (body: string, signature: string) => Promise<void>
  /** True: refuses connections. */
  down: boolean
  /** A call such as `POST invoices`: its next answer is lost, although the call takes effect. */
  loses: string | undefined
  close(): Promise<void>
}

type Json = Record<string, unknown>
interface Card {
  readonly id: string
  readonly last4: string
  readonly works: boolean
}
interface Price {
  readonly id: string
  readonly lookup_key: string
  readonly unit_amount: number
  readonly interval: 'month' | 'year'
  readonly name: string
}
interface Item {
  readonly id: string
  price: Price
  quantity: number
}
interface Sub {
  readonly id: string
  readonly customer: string
  readonly created: number
  status: 'active' | 'past_due' | 'canceled'
  items: Item[]
  metadata: Json
  start: number
  end: number
  anchor: number
  periods: number
  ends: boolean
  card?: string | undefined
}
interface Line {
  readonly id: string
  readonly amount: number
  readonly description: string
  readonly metadata: Json
}
interface Invoice {
  readonly id: string
  readonly customer: string
  readonly created: number
  readonly sub?: string | undefined
  readonly reason: string
  readonly from: number
  readonly to: number
  readonly card?: string | undefined
  status: 'draft' | 'open' | 'paid'
  lines: Line[]
  starting: number
  total: number
  due: number
  tries: number
  nextAt?: number | undefined
}
interface Customer {
  readonly id: string
  readonly name: string
  readonly metadata: Json
  balance: number
  card?: string | undefined
  cards: Card[]
}
interface Session {
  readonly id: string
  readonly customer: string
  readonly mode: 'subscription' | 'setup'
  readonly items: readonly { price: string; quantity: string }[]
  readonly metadata: Json
  readonly back: string
  readonly setup?: string | undefined
  status: 'open' | 'complete' | 'expired'
}
interface Setup {
  readonly id: string
  readonly customer: string
  readonly created: number
  status: 'requires_payment_method' | 'succeeded'
  card?: string | undefined
}

class Refusal extends Error {
  readonly status: number
  readonly body: Json
  constructor(status: number, body: Json) {
    super(JSON.stringify(body))
    this.status = status
    this.body = { error: body }
  }
}
const bad = (code: string, param: string) => new Refusal(400, { type: 'invalid_request_error', code, param, message: `${code}: ${param}` })
const missing = (what: string) => new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` })
const declined = () => new Refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })

/** The parameters of a call, checked against the client's own types; `!` marks the required ones. */
const takes = <P>(...names: (`${keyof P & string}!` | (keyof P & string))[]): readonly string[] => names
const known: Readonly<Record<string, readonly string[]>> = {
  'GET prices': takes<Stripe.PriceListParams>('lookup_keys', 'active', 'limit'),
  'POST prices': takes<Stripe.PriceCreateParams>('currency!', 'unit_amount', 'recurring', 'lookup_key', 'product_data'),
  'POST prices recurring': takes<Stripe.PriceCreateParams.Recurring>('interval!'),
  'POST prices product_data': takes<Stripe.PriceCreateParams.ProductData>('name!'),
  'POST customers': takes<Stripe.CustomerCreateParams>('name', 'email', 'metadata'),
  'GET customers/:id': takes<Stripe.CustomerRetrieveParams>('expand'),
  'POST customers/:id': takes<Stripe.CustomerUpdateParams>('invoice_settings', 'name', 'metadata'),
  'POST customers/:id invoice_settings': takes<Stripe.CustomerUpdateParams.InvoiceSettings>('default_payment_method'),
  'GET customers/:id/payment_methods': takes<Stripe.CustomerListPaymentMethodsParams>('type', 'limit'),
  'POST checkout/sessions': takes<Stripe.Checkout.SessionCreateParams>(
    'mode',
    'customer',
    'client_reference_id',
    'success_url',
    'cancel_url',
    'allowed_payment_method_types',
    'currency',
    'line_items',
    'subscription_data',
    'setup_intent_data',
  ),
  'POST checkout/sessions line_items.': takes<Stripe.Checkout.SessionCreateParams.LineItem>('price', 'quantity'),
  'POST checkout/sessions subscription_data': takes<Stripe.Checkout.SessionCreateParams.SubscriptionData>('metadata'),
  'POST checkout/sessions setup_intent_data': takes<Stripe.Checkout.SessionCreateParams.SetupIntentData>('metadata'),
  'GET checkout/sessions': takes<Stripe.Checkout.SessionListParams>('customer', 'status', 'limit'),
  'POST checkout/sessions/:id/expire': [],
  'GET subscriptions': takes<Stripe.SubscriptionListParams>('customer', 'status', 'limit', 'expand'),
  'POST subscriptions/:id': takes<Stripe.SubscriptionUpdateParams>(
    'items',
    'proration_behavior',
    'payment_behavior',
    'cancel_at_period_end',
    'billing_cycle_anchor',
    'default_payment_method',
    'metadata',
  ),
  'POST subscriptions/:id items.': takes<Stripe.SubscriptionUpdateParams.Item>('id', 'price', 'quantity', 'deleted'),
  'POST subscriptions/:id billing_cycle_anchor': takes<Stripe.SubscriptionUpdateParams.BillingCycleAnchor>('type!'),
  'DELETE subscriptions/:id': takes<Stripe.SubscriptionCancelParams>('prorate', 'invoice_now'),
  'GET invoices': takes<Stripe.InvoiceListParams>('customer', 'status', 'limit'),
  'POST invoices': takes<Stripe.InvoiceCreateParams>(
    'customer',
    'auto_advance',
    'pending_invoice_items_behavior',
    'metadata',
    'default_payment_method',
  ),
  'POST invoices/create_preview': takes<Stripe.InvoiceCreatePreviewParams>('customer', 'subscription', 'subscription_details'),
  'POST invoices/create_preview subscription_details': takes<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>(
    'items',
    'proration_behavior',
    'billing_cycle_anchor',
    'cancel_now',
  ),
  'POST invoices/create_preview subscription_details items.': takes<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item>(
    'id',
    'price',
    'quantity',
    'deleted',
  ),
  'POST invoices/create_preview subscription_details billing_cycle_anchor':
    takes<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.BillingCycleAnchor>('type!'),
  'GET invoices/:id': takes<Stripe.InvoiceRetrieveParams>('expand'),
  'POST invoices/:id/finalize': takes<Stripe.InvoiceFinalizeInvoiceParams>('auto_advance'),
  'POST invoices/:id/pay': takes<Stripe.InvoicePayParams>('payment_method'),
  'GET invoiceitems': takes<Stripe.InvoiceItemListParams>('customer', 'limit'),
  'POST invoiceitems': takes<Stripe.InvoiceItemCreateParams>('customer', 'amount', 'currency', 'description', 'metadata', 'invoice'),
  'GET setup_intents': takes<Stripe.SetupIntentListParams>('customer', 'limit'),
  'POST billing_portal/sessions': takes<Stripe.BillingPortal.SessionCreateParams>('customer', 'return_url'),
}

/** Rejects unknown parameters at every depth; `metadata` may contain any. */
function check(route: string, given: Json): void {
  const names = known[route]
  if (!names) throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${route})` })
  for (const needed of names) if (needed.endsWith('!') && given[needed.slice(0, -1)] === undefined) throw bad('parameter_missing', needed)
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name) && !names.includes(`${name}!`)) throw bad('parameter_unknown', name)
    if (name === 'metadata' || typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) check(`${route} ${name}`, value as Json)
    else for (const one of value) if (typeof one === 'object') check(`${route} ${name}.`, one as Json)
  }
}

/** Parses `a[b][0][c]=d` into an object. */
function formOf(text: string): Json {
  const root: Json = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[')
    let at: Json = root
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Json
    at[path.at(-1) ?? ''] = value
  }
  const lists = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    const entries = Object.entries(one).map(([key, value]) => [key, lists(value)] as const)
    return entries.length > 0 && entries.every(([key], n) => key === String(n))
      ? entries.map(([, value]) => value)
      : Object.fromEntries(entries)
  }
  return lists(root) as Json
}

const daySeconds = 86_400
/** Days after which a failed charge is retried; after the last one the subscription ends. */
const retries = [3, 5, 7]

function anniversary(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0)).getUTCDate()
  return (first + (Math.min(from.getUTCDate(), last) - 1) * daySeconds * 1000) / 1000 + (anchor % daySeconds)
}

export async function startCardProvider({ secret, start }: { readonly secret: string; readonly start: number }): Promise<CardProvider> {
  let clock = start
  let count = 0
  const made = (prefix: string) => `${prefix}_${String((count += 1)).padStart(6, '0')}`
  const prices: Price[] = []
  const customers = new Map<string, Customer>()
  const subs: Sub[] = []
  const invoices: Invoice[] = []
  const sessions = new Map<string, Session>()
  const setups: Setup[] = []
  const portals: string[] = []
  const answered = new Map<string, { at: number; body: string; status: number; answer: string }>()
  const untold: Json[] = []
  const lost = new WeakSet<IncomingMessage>()
  const signer = new Stripe('sk_test_signer')

  const customerOf = (id: unknown) => {
    const found = customers.get(String(id))
    if (!found) throw missing(`customer: '${String(id)}'`)
    return found
  }
  const one = <T extends { readonly id: string }>(list: Iterable<T>, id: unknown, what: string): T => {
    for (const each of list) if (each.id === id) return each
    throw missing(`${what}: '${String(id)}'`)
  }
  const happened = (type: string, object: Json) => untold.push({ id: made('evt'), object: 'event', type, created: clock, data: { object } })
  let telling: Promise<void> | undefined
  /** Delivers events one after the other; a running delivery also takes new events. */
  const tellAll = (): Promise<void> => {
    telling ??= tell().finally(() => {
      telling = undefined
    })
    return telling
  }
  const tell = async () => {
    for (let [event] = untold; event; [event] = untold) {
      const body = JSON.stringify(event)
      await provider.tell(body, signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: clock }))
      untold.shift()
    }
  }

  const cardJson = ({ id, last4 }: Card): Json => ({
    id,
    object: 'payment_method',
    type: 'card',
    card: { last4, exp_month: 4, exp_year: 2039 },
  })
  const customerJson = (one: Customer, expand: boolean): Json => {
    const card = one.cards.find(({ id }) => id === one.card)
    return {
      id: one.id,
      object: 'customer',
      name: one.name,
      metadata: one.metadata,
      balance: one.balance,
      invoice_settings: { default_payment_method: card ? (expand ? cardJson(card) : card.id) : null },
    }
  }
  const priceJson = ({ id, lookup_key, unit_amount, interval }: Price): Json => ({
    id,
    object: 'price',
    lookup_key,
    unit_amount,
    currency: 'usd',
    recurring: { interval, interval_count: 1 },
  })
  const subJson = (sub: Sub, expand = false): Json => {
    const card = customerOf(sub.customer).cards.find(({ id }) => id === sub.card)
    return {
      id: sub.id,
      object: 'subscription',
      customer: sub.customer,
      status: sub.status,
      created: sub.created,
      start_date: sub.created,
      metadata: sub.metadata,
      cancel_at_period_end: sub.ends,
      default_payment_method: card ? (expand ? cardJson(card) : card.id) : null,
      items: {
        object: 'list',
        // Newest first, like Stripe's lists.
        data: sub.items.toReversed().map(({ id, price, quantity }) => ({
          id,
          price: priceJson(price),
          quantity,
          current_period_start: sub.start,
          current_period_end: sub.end,
        })),
      },
    }
  }
  const invoiceJson = (invoice: Invoice): Json => ({
    id: invoice.id,
    object: 'invoice',
    number: invoice.status === 'draft' ? null : `INV-${invoice.id}`,
    customer: invoice.customer,
    created: invoice.created,
    billing_reason: invoice.reason,
    period_start: invoice.from,
    period_end: invoice.to,
    status: invoice.status,
    lines: { object: 'list', data: invoice.lines },
    starting_balance: invoice.starting,
    total: invoice.lines.reduce((sum, { amount }) => sum + amount, 0),
    amount_due: invoice.due,
  })
  const list = (data: readonly Json[], limit: unknown): Json => ({
    object: 'list',
    data: data.slice(0, Number(limit ?? 10)),
    has_more: data.length > Number(limit ?? 10),
  })

  const monthsOf = (sub: Sub) => (sub.items[0]?.price.interval === 'year' ? 12 : 1)
  const line = (description: string, amount: number, metadata: Json = {}): Line => ({ id: made('ii'), amount, description, metadata })
  const whole = (items: readonly Item[]) => items.map(({ price, quantity }) => line(price.name, price.unit_amount * quantity))
  /** Prorates by the second; half a cent is rounded up. */
  const share = (amount: number, left: number, length: number) =>
    Number((2n * BigInt(amount) * BigInt(left) + BigInt(length)) / (2n * BigInt(length)))
  const rest = (sub: Sub, items: readonly Item[], sign: 1 | -1) =>
    items.map(({ price, quantity }) =>
      line(
        `${sign < 0 ? 'Unused' : 'Remaining'} time on ${price.name}`,
        sign * share(price.unit_amount * quantity, sub.end - clock, sub.end - sub.start),
      ),
    )
  const make = (customer: string, lines: Line[], more: Partial<Invoice> = {}): Invoice => {
    const invoice: Invoice = {
      id: made('in'),
      customer,
      created: clock,
      reason: 'manual',
      from: clock,
      to: clock,
      status: 'draft',
      lines,
      starting: 0,
      total: 0,
      due: 0,
      tries: 0,
      ...more,
    }
    invoices.push(invoice)
    return invoice
  }
  const close = (invoice: Invoice) => {
    const customer = customerOf(invoice.customer)
    invoice.starting = customer.balance
    const sum = invoice.lines.reduce((total, { amount }) => total + amount, 0) + customer.balance
    invoice.due = Math.max(0, sum)
    customer.balance = Math.min(0, sum)
    invoice.status = 'open'
    invoice.nextAt = undefined
  }
  const subOf = (invoice: Invoice) => subs.find(({ id }) => id === invoice.sub)
  /** Charges the card of the invoice, of its subscription, or of the customer, in this order. */
  const charge = (invoice: Invoice, given?: string): boolean => {
    const customer = customerOf(invoice.customer)
    const id = given ?? invoice.card ?? subOf(invoice)?.card ?? customer.card
    const works = customer.cards.find((card) => card.id === id)?.works === true
    if (invoice.due > 0 && !works) return false
    invoice.status = 'paid'
    invoice.nextAt = undefined
    const sub = subOf(invoice)
    if (sub?.status === 'past_due') {
      sub.status = 'active'
      happened('customer.subscription.updated', subJson(sub))
    }
    happened('invoice.paid', invoiceJson(invoice))
    return true
  }
  const cancel = (sub: Sub) => {
    sub.status = 'canceled'
    happened('customer.subscription.deleted', subJson(sub))
  }
  const collect = (invoice: Invoice) => {
    if (charge(invoice)) return
    invoice.tries += 1
    const days = retries[invoice.tries - 1]
    invoice.nextAt = days === undefined ? undefined : clock + days * daySeconds
    happened('invoice.payment_failed', invoiceJson(invoice))
    const sub = subOf(invoice)
    if (!sub || sub.status === 'canceled') return
    if (days === undefined) cancel(sub)
    else if (sub.status === 'active') {
      sub.status = 'past_due'
      happened('customer.subscription.updated', subJson(sub))
    }
  }

  interface Change {
    readonly items?: readonly { id?: string; price?: string; quantity?: string; deleted?: string }[]
    readonly billing_cycle_anchor?: { type: string }
  }
  /**
   * Returns the items after a change. A named item keeps its id; rejects a price that appears twice, and
   * mixed billing intervals.
   */
  const itemsAfter = (sub: Sub, { items = [] }: Change): Item[] => {
    const after = new Map(sub.items.map((item) => [item.id, { ...item }]))
    for (const { id, price, quantity, deleted } of items) {
      if (id !== undefined && !after.has(id)) throw missing(`subscription item: '${id}'`)
      if (deleted === 'true') {
        if (id === undefined) throw bad('parameter_missing', 'items[id]')
        after.delete(id)
        continue
      }
      const wanted = price === undefined ? undefined : one(prices, price, 'price')
      const there = id === undefined ? undefined : after.get(id)
      if (there) Object.assign(there, { ...(wanted && { price: wanted }), ...(quantity && { quantity: Number(quantity) }) })
      else if (wanted) {
        const item: Item = { id: made('si'), price: wanted, quantity: Number(quantity ?? 1) }
        after.set(item.id, item)
      } else throw bad('parameter_missing', 'items[price]')
    }
    const list = [...after.values()]
    if (new Set(list.map(({ price }) => price.id)).size < list.length) throw bad('resource_already_exists', 'items[price]')
    if (new Set(list.map(({ price }) => price.interval)).size > 1) throw bad('mixed_intervals', 'items[price]')
    return list
  }
  const changeOf = (sub: Sub, change: Change) => {
    const items = itemsAfter(sub, change)
    const anew = items[0]?.price.interval !== sub.items[0]?.price.interval
    if (anew && change.billing_cycle_anchor?.type !== 'now') throw bad('parameter_missing', 'billing_cycle_anchor')
    const same = (a: Item) => items.some((b) => a.id === b.id && a.price === b.price && a.quantity === b.quantity)
    const gone = sub.items.filter((item) => anew || !same(item))
    const come = items.filter(
      (item) => anew || !sub.items.some((b) => b.id === item.id && b.price === item.price && b.quantity === item.quantity),
    )
    return { items, anew, lines: [...rest(sub, gone, -1), ...(anew ? whole(come) : rest(sub, come, 1))] }
  }
  const living = (id: unknown) => {
    const sub = one(subs, id, 'subscription')
    if (sub.status === 'canceled') throw missing(`subscription: '${sub.id}'`)
    return sub
  }

  const routes: Readonly<Record<string, (given: Json, id: string) => Json>> = {
    'GET prices': ({ lookup_keys: keys, limit }) =>
      list(prices.filter(({ lookup_key }) => (keys as string[]).includes(lookup_key)).map(priceJson), limit),
    'POST prices'({ unit_amount, recurring, lookup_key, product_data }) {
      if (prices.some((price) => price.lookup_key === lookup_key)) throw bad('resource_already_exists', 'lookup_key')
      const { interval } = recurring as { interval: Price['interval'] }
      const { name } = product_data as { name: string }
      const price: Price = { id: made('price'), lookup_key: String(lookup_key), unit_amount: Number(unit_amount), interval, name }
      prices.push(price)
      return priceJson(price)
    },
    'POST customers'({ name, metadata }) {
      const customer: Customer = { id: made('cus'), name: String(name), metadata: (metadata ?? {}) as Json, balance: 0, cards: [] }
      customers.set(customer.id, customer)
      return customerJson(customer, false)
    },
    'GET customers/:id': ({ expand }, id) => customerJson(customerOf(id), expand !== undefined),
    'POST customers/:id'({ invoice_settings: settings }, id) {
      const customer = customerOf(id)
      const { default_payment_method: card } = (settings ?? {}) as { default_payment_method?: string }
      if (card !== undefined) customer.card = one(customer.cards, card, 'PaymentMethod').id
      happened('customer.updated', customerJson(customer, false))
      return customerJson(customer, false)
    },
    'GET customers/:id/payment_methods': ({ limit }, id) => list(customerOf(id).cards.toReversed().map(cardJson), limit),
    'POST checkout/sessions'(given) {
      const { mode, customer, success_url: back, line_items: items, allowed_payment_method_types: cards, currency } = given
      if (typeof back !== 'string' || !URL.canParse(back)) throw bad('url_invalid', 'success_url')
      if (mode === 'subscription' && !Array.isArray(items)) throw bad('parameter_missing', 'line_items')
      if (mode === 'subscription' && given['setup_intent_data'] !== undefined) throw bad('parameter_unknown', 'setup_intent_data')
      if (mode === 'setup' && (items !== undefined || given['subscription_data'] !== undefined))
        throw bad('parameter_unknown', 'line_items')
      if (mode === 'setup' && cards === undefined && currency === undefined) throw bad('parameter_missing', 'currency')
      for (const { price } of (items ?? []) as { price: string }[]) one(prices, price, 'price')
      const setup: Setup | undefined =
        mode === 'setup'
          ? { id: made('seti'), customer: customerOf(customer).id, created: clock, status: 'requires_payment_method' }
          : undefined
      if (setup) setups.push(setup)
      const session: Session = {
        id: made('cs_test'),
        back,
        customer: customerOf(customer).id,
        mode: mode as Session['mode'],
        items: (items ?? []) as Session['items'],
        metadata: ((given['subscription_data'] as Json | undefined)?.['metadata'] ?? {}) as Json,
        setup: setup?.id,
        status: 'open',
      }
      sessions.set(session.id, session)
      return sessionJson(session)
    },
    'GET checkout/sessions': ({ customer, status, limit }) =>
      list([...sessions.values()].filter((s) => s.customer === customer && s.status === status).map(sessionJson), limit),
    'POST checkout/sessions/:id/expire'(_, id) {
      const session = one(sessions.values(), id, 'checkout.session')
      if (session.status !== 'open') throw bad('resource_invalid', 'session')
      session.status = 'expired'
      return sessionJson(session)
    },
    'GET subscriptions': ({ customer, limit, expand }) =>
      list(
        subs
          .filter((sub) => sub.customer === customerOf(customer).id)
          .toReversed()
          .map((sub) => subJson(sub, expand !== undefined)),
        limit,
      ),
    'POST subscriptions/:id'(given, id) {
      const sub = living(id)
      if (given['items'] !== undefined) {
        const { items, anew, lines } = changeOf(sub, given as Change)
        if (given['proration_behavior'] !== 'always_invoice') throw bad('not_of_this_stand_in', 'proration_behavior')
        const customer = customerOf(sub.customer)
        const invoice = make(sub.customer, lines, { sub: sub.id, reason: 'subscription_update' })
        const before = customer.balance
        close(invoice)
        if (!charge(invoice)) {
          invoices.pop()
          customer.balance = before
          throw declined()
        }
        sub.items = items
        if (anew) Object.assign(sub, { anchor: clock, periods: 1, start: clock, end: anniversary(clock, monthsOf(sub)) })
      }
      if (given['cancel_at_period_end'] !== undefined) sub.ends = given['cancel_at_period_end'] === 'true'
      if (given['default_payment_method'] !== undefined)
        sub.card = one(customerOf(sub.customer).cards, given['default_payment_method'], 'PaymentMethod').id
      Object.assign(sub.metadata, given['metadata'] ?? {})
      happened('customer.subscription.updated', subJson(sub))
      return subJson(sub)
    },
    'DELETE subscriptions/:id'({ prorate, invoice_now: invoiceNow }, id) {
      const sub = living(id)
      if (prorate === 'true' && invoiceNow === 'true') {
        const invoice = make(sub.customer, rest(sub, sub.items, -1), { sub: sub.id, reason: 'subscription_update' })
        close(invoice)
        charge(invoice)
      }
      cancel(sub)
      return subJson(sub)
    },
    'GET invoices': ({ customer, status, limit }) =>
      list(
        invoices
          .filter((invoice) => invoice.customer === customerOf(customer).id && (status === undefined || invoice.status === status))
          .toReversed()
          .map(invoiceJson),
        limit,
      ),
    'GET invoices/:id': (_, id) => invoiceJson(one(invoices, id, 'invoice')),
    'POST invoices/create_preview'({ customer, subscription, subscription_details: details }) {
      const sub = living(subscription)
      const { cancel_now: cancels, ...change } = details as Change & { cancel_now?: string }
      const lines = cancels === 'true' ? rest(sub, sub.items, -1) : changeOf(sub, change).lines
      const { balance } = customerOf(customer)
      const total = lines.reduce((sum, { amount }) => sum + amount, 0)
      return { id: made('upcoming_in'), object: 'invoice', lines: { data: lines }, starting_balance: balance, total }
    },
    'POST invoices': ({ customer, default_payment_method: card }) =>
      invoiceJson(
        make(customerOf(customer).id, [], {
          ...(card !== undefined && { card: one(customerOf(customer).cards, card, 'PaymentMethod').id }),
          nextAt: clock + 3600,
        }),
      ),
    'POST invoices/:id/finalize'(_, id) {
      const invoice = one(invoices, id, 'invoice')
      if (invoice.status !== 'draft') throw bad('invoice_not_editable', 'invoice')
      close(invoice)
      collect(invoice)
      return invoiceJson(invoice)
    },
    'POST invoices/:id/pay'({ payment_method: card }, id) {
      const invoice = one(invoices, id, 'invoice')
      if (invoice.status !== 'open') throw bad('invoice_already_paid', 'invoice')
      if (!charge(invoice, card as string | undefined)) throw declined()
      return invoiceJson(invoice)
    },
    'GET invoiceitems': ({ customer, limit }) =>
      list(
        invoices
          .filter((invoice) => invoice.customer === customer)
          .toReversed()
          .flatMap(({ lines }) => lines.map((each) => ({ ...each }))),
        limit,
      ),
    'POST invoiceitems'({ customer, amount, currency, description, metadata, invoice: id }) {
      customerOf(customer)
      if (currency === undefined) throw bad('parameter_missing', 'currency')
      const invoice = one(invoices, id, 'invoice')
      if (invoice.status !== 'draft') throw bad('invoice_not_editable', 'invoice')
      const added = line(String(description), Number(amount), (metadata ?? {}) as Json)
      invoice.lines.push(added)
      return { ...added }
    },
    'GET setup_intents': ({ customer, limit }) =>
      list(
        setups
          .filter((setup) => setup.customer === customer)
          .toReversed()
          .map(({ id, created, status, card }) => ({ id, object: 'setup_intent', created, status, payment_method: card ?? null })),
        limit,
      ),
    'POST billing_portal/sessions'({ customer }) {
      portals.push(customerOf(customer).id)
      return { id: made('bps'), url: `https://portal.example/${customerOf(customer).id}` }
    },
  }
  const sessionJson = ({ id, customer, mode, status, setup }: Session): Json => ({
    id,
    object: 'checkout.session',
    customer,
    mode,
    status,
    setup_intent: setup ?? null,
    url: status === 'open' ? `https://checkout.example/${id}` : null,
  })

  const answer = (request: IncomingMessage, body: string): Json => {
    const url = new URL(request.url ?? '/', 'http://provider')
    const path = url.pathname.slice('/v1/'.length)
    if (!/^Bearer sk_test_\w+$/.test(request.headers.authorization ?? ''))
      throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    const exact = `${request.method} ${path}`
    const id = /^[a-z_]+\/([^/]+)/.exec(path.replace(/^checkout\//, ''))?.[1] ?? ''
    const route = exact in routes ? exact : exact.replace(`/${id}`, '/:id')
    const given = formOf(request.method === 'POST' ? body : url.search.slice(1))
    check(route, given)
    if (route === provider.loses) {
      provider.loses = undefined
      lost.add(request)
    }
    const act = routes[route]
    if (!act) throw missing(route)
    return act(given, id)
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (provider.down) return request.socket.destroy()
      const key = request.headers['idempotency-key']
      const before = typeof key === 'string' ? answered.get(key) : undefined
      let status = 200
      let text: string
      if (before && before.at + daySeconds > clock) {
        ;[status, text] = [before.status, before.answer]
        if (before.body !== body) {
          status = 400
          text = JSON.stringify({ error: { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' } })
        }
      } else {
        try {
          text = JSON.stringify(answer(request, body))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          status = error.status
          text = JSON.stringify(error.body)
        }
        if (typeof key === 'string' && (status === 200 || status === 402)) answered.set(key, { at: clock, body, status, answer: text })
      }
      if (lost.has(request)) return request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json', date: new Date(clock * 1000).toUTCString() }).end(text)
      // Events are delivered after the answer, like Stripe's.
      void tellAll().catch(() => undefined)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  /** Processes the next due event. */
  const step = (until: number): boolean => {
    const times = [
      ...invoices.flatMap((invoice) => (invoice.nextAt === undefined ? [] : [{ at: invoice.nextAt, invoice }])),
      ...subs.flatMap((sub) => (sub.status === 'canceled' ? [] : [{ at: sub.end, sub }])),
    ].sort((a, b) => a.at - b.at)
    const [first] = times
    if (!first || first.at > until) return false
    clock = Math.max(clock, first.at)
    if ('invoice' in first) {
      if (first.invoice.status === 'draft') close(first.invoice)
      collect(first.invoice)
      return true
    }
    const { sub } = first
    if (sub.ends) {
      cancel(sub)
      return true
    }
    const [from, to] = [sub.start, sub.end]
    sub.periods += 1
    sub.start = to
    sub.end = anniversary(sub.anchor, sub.periods * monthsOf(sub))
    const invoice = make(sub.customer, whole(sub.items), { sub: sub.id, reason: 'subscription_cycle', from, to, nextAt: clock + 3600 })
    happened('invoice.created', invoiceJson(invoice))
    happened('customer.subscription.updated', subJson(sub))
    return true
  }

  const provider: CardProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => clock,
    async turn(ms) {
      const until = clock + Math.round(ms / 1000)
      while (step(until)) await tellAll()
      clock = until
    },
    async pay(id, number) {
      const session = one(sessions.values(), id, 'checkout.session')
      if (session.status !== 'open') throw new Error(`the checkout is ${session.status}`)
      const customer = customerOf(session.customer)
      if (number === '4000000000000002') return 'declined'
      const card: Card = { id: made('pm'), last4: number.slice(-4), works: number !== '4000000000000341' }
      customer.cards.push(card)
      session.status = 'complete'
      if (session.mode === 'setup') {
        const setup = one(setups, session.setup, 'setup_intent')
        Object.assign(setup, { status: 'succeeded', card: card.id })
      } else {
        const items = session.items.map(({ price, quantity }) => ({
          id: made('si'),
          price: one(prices, price, 'price'),
          quantity: Number(quantity),
        }))
        const months = items[0]?.price.interval === 'year' ? 12 : 1
        const sub: Sub = {
          id: made('sub'),
          customer: customer.id,
          created: clock,
          status: 'active',
          items,
          metadata: session.metadata,
          start: clock,
          end: anniversary(clock, months),
          anchor: clock,
          periods: 1,
          ends: false,
          // The subscription's own card: the customer's default is unchanged.
          card: card.id,
        }
        subs.push(sub)
        const invoice = make(customer.id, whole(items), { sub: sub.id, reason: 'subscription_create' })
        close(invoice)
        invoice.status = 'paid'
        happened('customer.subscription.created', subJson(sub))
        happened('invoice.paid', invoiceJson(invoice))
      }
      happened('checkout.session.completed', sessionJson(session))
      await tellAll()
      return 'complete'
    },
    backFrom: (id) => one(sessions.values(), id, 'checkout.session').back,
    invoicesOf: (id) =>
      invoices
        .filter(({ customer }) => customer === id)
        .map((invoice) => ({ number: `INV-${invoice.id}`, due: invoice.due, status: invoice.status })),
    tell: async () => undefined,
    down: false,
    loses: undefined,
    close: () => new Promise((done) => server.close(() => done())),
  }
  return provider
}
