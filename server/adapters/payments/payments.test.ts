import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardProvider, startCardProvider } from '../../../tests/harness/cardProvider.ts'
import { type Customer, dueAt } from './embedded/customer.ts'
import { embeddedPayments } from './embedded/embeddedPayments.ts'
import { BadSignature, type Order, type PaymentEvent, type Payments, PaymentTrouble } from './payments.ts'
import { signed } from './checkSigned.ts'
import { stripePayments } from './stripe/stripePayments.ts'

/** The same tests for both providers. Prices are written here as in the price list, in cents. */

const start = Date.UTC(2026, 0, 31, 9)
const dayMs = 86_400_000
const [good, declined, failing] = ['4242424242424242', '4000000000000002', '4000000000000341']
const crew: Order = { plan: 'manpower-crew-month', broadcast: false }
const crewWithBroadcast: Order = { plan: 'manpower-crew-month', broadcast: true }
const site: Order = { plan: 'manpower-site-month', broadcast: false }
const year: Order = { plan: 'manpower-crew-year', broadcast: true }
const billing = 'A'.repeat(20)

/**
 * A provider with its clock. The test handles its events as the server does: a new card becomes the default
 * card, a renewal may get an overage line.
 */
interface Shop {
  readonly payments: Payments
  readonly told: { body: string; signature: string; event: PaymentEvent }[]
  turn(ms: number): Promise<void>
  pay(session: string, number: string): Promise<string>
  /** Signs like the provider. */
  sign(body: string, at: number, secret: string): string
  /** Overage of a renewal, cents. */
  overage: number
  close(): Promise<void>
  readonly provider?: CardProvider
}

const secret = 'whsec_of_this_test'

async function follow(shop: Shop, body: string, signature: string) {
  const event = await shop.payments.readEvent(body, signature)
  shop.told.push({ body, signature, event })
  if (event.newCard !== undefined) await shop.payments.useCard(event.customer, event.newCard)
  if (event.renewal && shop.overage > 0) {
    const { invoice, periodStart } = event.renewal
    await shop.payments.bill(event.customer, { amount: shop.overage, label: 'Beyond the plan', key: `overage ${periodStart}`, invoice })
  }
}

async function embedded(): Promise<Shop> {
  let clock = start
  const kept = new Map<string, string>()
  const payments = embeddedPayments({
    store: {
      read: async (id) => (kept.has(id) ? (JSON.parse(kept.get(id) ?? '') as Customer) : undefined),
      write: async (customer) => void kept.set(customer.id, JSON.stringify(customer)),
      due: async (by) =>
        [...kept.values()]
          .map((text) => JSON.parse(text) as Customer)
          .filter((one) => (dueAt(one) ?? '9') <= by)
          .map(({ id }) => id),
    },
    secret,
    clock: () => clock,
    deliver: (body, signature) => follow(shop, body, signature),
  })
  const shop: Shop = {
    payments,
    told: [],
    overage: 0,
    async turn(ms) {
      clock += ms
      await payments.tick()
    },
    pay: async (session, number) => {
      try {
        return (await payments.payCheckout(session, { number, expiry: '04/39', cvc: '123' })).state
      } catch (error) {
        if (error instanceof PaymentTrouble) return 'refused'
        throw error
      }
    },
    sign: (body, at, by) => signed(body, by, at),
    close: async () => undefined,
  }
  return shop
}

async function withStripe(): Promise<Shop> {
  const provider = await startCardProvider({ secret, start: start / 1000 })
  const { webhooks } = new Stripe('sk_test_signer')
  const shop: Shop = {
    payments: stripePayments({ secretKey: 'sk_test_key', publishableKey: 'pk_test_key', webhookSecret: secret, url: provider.url }),
    told: [],
    overage: 0,
    provider,
    turn: (ms) => provider.turn(ms),
    pay: async (session, number) => provider.pay(session, number).catch(() => 'refused'),
    sign: (payload, timestamp, by) => webhooks.generateTestHeaderString({ payload, timestamp, secret: by }),
    close: () => provider.close(),
  }
  provider.tell = (body, signature) => follow(shop, body, signature)
  return shop
}

let shop: Shop
const begin = async (order: Order | undefined, customer?: string) =>
  shop.payments.checkout({
    mode: order ? 'subscription' : 'setup',
    billing,
    name: 'Vega Framing',
    email: 'maria@example.com',
    customer,
    order,
    successUrl: 'https://app.example/billing/1',
    cancelUrl: 'https://app.example/billing/1?view=payment',
  })
async function bought(order: Order, number = good): Promise<string> {
  const { id, customer } = await begin(order)
  expect(await shop.pay(id, number)).toBe('complete')
  return customer
}
const bills = async (customer: string) =>
  (await shop.payments.state(customer)).invoices.map(({ status, total, startingBalance, due }) => [status, total, startingBalance, due])
/** The share of a price by the second, half a cent rounded up. */
const part = (amount: number, leftMs: number, wholeMs: number) => Math.floor((2 * amount * leftMs + wholeMs) / (2 * wholeMs))

describe.each([
  ['built-in provider', embedded],
  ['Stripe', withStripe],
] as const)('the %s', (_, open) => {
  beforeEach(async () => {
    shop = await open()
  })
  afterEach(() => shop.close())

  it('RV-240 RV-310 takes a card for a plan with its add-on, once, and nothing of a card that is declined', async () => {
    const { id, customer, pk, url } = await begin(crewWithBroadcast)
    expect([pk.startsWith('pk_'), url.includes(id)]).toEqual([true, true])
    expect(await shop.pay(id, declined)).toBe('declined')
    expect((await shop.payments.state(customer)).subscription).toBeUndefined()
    // A second checkout of the same account: one customer, and only one of the checkouts pays.
    const again = await begin(crewWithBroadcast, customer)
    expect(again.customer).toBe(customer)
    expect(await shop.pay(again.id, good)).toBe('complete')
    expect(['complete', 'refused']).toContain(await shop.pay(again.id, good))
    expect(await shop.pay(id, good)).toBe('refused')
    const state = await shop.payments.state(customer)
    expect(state).toMatchObject({
      customer,
      billing,
      balance: 0,
      card: { last4: '4242', expiry: '04/39' },
      subscription: {
        ...crewWithBroadcast,
        status: 'active',
        periodStart: '2026-01-31T09:00:00.000Z',
        periodEnd: '2026-02-28T09:00:00.000Z',
        cancelAtPeriodEnd: false,
      },
      invoices: [{ status: 'paid', total: 4900 + 25 * 100, startingBalance: 0, due: 7400, at: '2026-01-31T09:00:00.000Z' }],
    })
    expect(state.invoices[0]?.lines.map(({ amount }) => amount)).toEqual([4900, 2500])
    expect(shop.payments.now()).toMatch(/^2026-01-31T0[89]:/)
    await expect(begin({ plan: 'gold', broadcast: false })).rejects.toThrow('There is no such plan.')
  })

  it('RV-312 RV-243 a change costs what its preview said, to the cent and with the credit of before, and a preview changes nothing', async () => {
    const customer = await bought(crewWithBroadcast)
    await shop.turn(10 * dayMs + 3_600_000)
    const [left, whole] = [18 * dayMs - 3_600_000, 28 * dayMs]
    const up = part(14_900, left, whole) - part(4900, left, whole) - part(2500, left, whole)
    expect(await shop.payments.preview(customer, site)).toEqual({ starting_balance: 0, total: up })
    expect(await bills(customer)).toHaveLength(1)
    await shop.payments.change(customer, site, 'first')
    await shop.payments.change(customer, site, 'first')
    expect((await bills(customer)).slice(0, -1)).toEqual([['paid', up, 0, up]])
    // Back to the smaller plan, with the add-on: the rest stays as credit and pays the next invoice.
    expect(await shop.payments.preview(customer, crewWithBroadcast)).toEqual({ starting_balance: 0, total: -up })
    await shop.payments.change(customer, crewWithBroadcast, 'second')
    expect((await shop.payments.state(customer)).balance).toBe(-up)
    const more = part(14_900, left, whole) - part(4900, left, whole)
    await shop.payments.change(customer, crew, 'third')
    expect(await shop.payments.preview(customer, site)).toEqual({ starting_balance: -up - part(2500, left, whole), total: more })
    expect((await shop.payments.state(customer)).subscription).toMatchObject({ ...crew, periodEnd: '2026-02-28T09:00:00.000Z' })
  })

  it('another interval begins a new period; the old one is paid back to the second', async () => {
    const customer = await bought(crewWithBroadcast)
    await shop.turn(7 * dayMs)
    const [left, whole] = [21 * dayMs, 28 * dayMs]
    const total = 49_000 + 25 * 1200 - part(4900, left, whole) - part(2500, left, whole)
    expect(await shop.payments.preview(customer, year)).toEqual({ starting_balance: 0, total })
    await shop.payments.change(customer, year, 'to the year')
    expect((await bills(customer))[0]).toEqual(['paid', total, 0, total])
    expect((await shop.payments.state(customer)).subscription).toMatchObject({
      ...year,
      periodStart: '2026-02-07T09:00:00.000Z',
      periodEnd: '2027-02-07T09:00:00.000Z',
    })
  })

  it('renews on the last day of a short month and on the 31st again, and takes what was used beyond the plan onto the invoice, once', async () => {
    const customer = await bought(crew)
    shop.overage = 600
    await shop.turn(28 * dayMs + 7_200_000)
    const renewal = shop.told.find(({ event }) => event.renewal)
    expect(renewal?.event).toMatchObject({
      customer,
      renewal: { periodStart: '2026-01-31T09:00:00.000Z', periodEnd: '2026-02-28T09:00:00.000Z' },
    })
    expect((await bills(customer))[0]).toEqual(['paid', 5500, 0, 5500])
    expect((await shop.payments.state(customer)).subscription?.periodEnd).toBe('2026-03-31T09:00:00.000Z')
    // Delivered again much later: the invoice is closed and already has the line.
    await shop.turn(4 * dayMs)
    const again = {
      amount: 600,
      label: 'Beyond the plan',
      key: 'overage 2026-01-31T09:00:00.000Z',
      invoice: renewal?.event.renewal?.invoice,
    }
    await shop.payments.bill(customer, again)
    expect(await bills(customer)).toHaveLength(2)
    // First delivered after the invoice was closed: it is billed separately, also once.
    for (let n = 0; n < 2; n++) await shop.payments.bill(customer, { ...again, key: 'overage of a late event' })
    expect(await bills(customer)).toEqual([
      ['paid', 600, 0, 600],
      ['paid', 5500, 0, 5500],
      ['paid', 4900, 0, 4900],
    ])
  })

  it('RV-241 RV-281 runs to its end when that was asked for, unless that is taken back', async () => {
    const customer = await bought(crew)
    await shop.payments.end(customer, 'periodEnd')
    expect((await shop.payments.state(customer)).subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await shop.payments.keep(customer)
    await shop.turn(30 * dayMs)
    expect((await shop.payments.state(customer)).subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    await shop.payments.end(customer, 'periodEnd')
    // A change of plan cancels the scheduled end, too.
    await shop.payments.change(customer, site, 'stays')
    expect((await shop.payments.state(customer)).subscription?.cancelAtPeriodEnd).toBe(false)
    await shop.payments.end(customer, 'periodEnd')
    await shop.turn(30 * dayMs)
    expect((await shop.payments.state(customer)).subscription?.status).toBe('canceled')
    expect(shop.told.filter(({ event }) => event.ended && event.customer === customer)).toHaveLength(1)
    for (const act of [
      () => shop.payments.change(customer, crew, 'x'),
      () => shop.payments.keep(customer),
      () => shop.payments.preview(customer, crew),
    ])
      await expect(act()).rejects.toMatchObject({ reason: 'invalid', message: 'There is no subscription to change.' })
  })

  it('ended at once it credits the rest, which pays a plan that is bought later first', async () => {
    const customer = await bought(crew)
    await shop.turn(14 * dayMs)
    expect(await shop.payments.preview(customer, undefined)).toEqual({ starting_balance: 0, total: -2450 })
    await shop.payments.end(customer, 'now')
    expect(await shop.payments.state(customer)).toMatchObject({ balance: -2450, subscription: { status: 'canceled' } })
    await shop.turn(60 * dayMs)
    await shop.pay((await begin(crew, customer)).id, good)
    expect((await bills(customer))[0]).toEqual(['paid', 4900, -2450, 2450])
    expect((await shop.payments.state(customer)).subscription).toMatchObject({ ...crew, status: 'active' })
  })

  it('RV-311 a card that fails is asked again for days; a new card pays what is owed and every invoice to come', async () => {
    const customer = await bought(crew, failing)
    await shop.turn(29 * dayMs)
    expect((await shop.payments.state(customer)).subscription?.status).toBe('past_due')
    expect((await bills(customer))[0]).toEqual(['open', 4900, 0, 4900])
    await expect(shop.payments.change(customer, site, 'up')).rejects.toMatchObject({ reason: 'declined' })
    expect(await bills(customer)).toHaveLength(2)
    const { id } = await begin(undefined, customer)
    expect(await shop.pay(id, good)).toBe('complete')
    expect(await shop.payments.state(customer)).toMatchObject({ card: { last4: '4242' }, subscription: { status: 'active' } })
    await shop.turn(32 * dayMs)
    // The new card also pays a separate bill.
    await shop.payments.bill(customer, { amount: 800, label: 'Beyond the plan', key: 'alone' })
    expect((await bills(customer)).map(([status, total]) => [status, total])).toEqual([
      ['paid', 800],
      ['paid', 4900],
      ['paid', 4900],
      ['paid', 4900],
    ])
  })

  it('a card that goes on failing ends the subscription after the third try', async () => {
    const customer = await bought(crew, failing)
    await shop.turn(28 * dayMs + 7_200_000 + 14 * dayMs)
    expect((await shop.payments.state(customer)).subscription?.status).toBe('past_due')
    await shop.turn(2 * dayMs)
    expect((await shop.payments.state(customer)).subscription?.status).toBe('canceled')
    expect(shop.told.some(({ event }) => event.ended)).toBe(true)
  })

  it('a change that the card refuses changes nothing, neither the plan nor what is owed', async () => {
    const customer = await bought(crew, failing)
    await shop.turn(3 * dayMs)
    await expect(shop.payments.change(customer, site, 'up')).rejects.toMatchObject({
      reason: 'declined',
      message: 'The card was declined. Change the payment method first.',
    })
    expect(await shop.payments.state(customer)).toMatchObject({ balance: 0, subscription: { ...crew, status: 'active' } })
    expect(await bills(customer)).toHaveLength(1)
  })

  it('RV-316 leads to the invoices of a customer that it knows, and says so of one that it does not', async () => {
    const customer = await bought(crew)
    expect(await shop.payments.portal(customer, 'https://app.example/billing/1')).toMatch(/portal/)
    for (const act of [() => shop.payments.portal('cus_of_nobody', 'https://app.example/'), () => shop.payments.state('cus_of_nobody')])
      await expect(act()).rejects.toBeInstanceOf(PaymentTrouble)
  })

  it('believes only events that are signed with its secret, and lately', async () => {
    const customer = await bought(crew)
    const [first] = shop.told
    const now = Math.floor(Date.parse(shop.payments.now()) / 1000)
    const body = first?.body ?? ''
    expect((await shop.payments.readEvent(body, shop.sign(body, now, secret))).customer).toBe(customer)
    const forged = body.replace(customer, 'cus_of_somebody')
    for (const [text, signature] of [
      [forged, shop.sign(body, now, secret)],
      [body, shop.sign(body, now, 'whsec_of_another')],
      [body, shop.sign(body, now - 301, secret)],
      [body, ''],
      [body, 't=1,v1=00'],
      [body, 'nonsense'],
    ] as const)
      await expect(shop.payments.readEvent(text, signature)).rejects.toBeInstanceOf(BadSignature)
  })
})

describe('Stripe', () => {
  beforeEach(async () => {
    shop = await withStripe()
  })
  afterEach(() => shop.close())
  const provider = () => {
    if (!shop.provider) throw new Error('no provider')
    return shop.provider
  }

  it('that does not answer is said to be out of reach; asked again, an answer that was lost has not cost twice', async () => {
    const customer = await bought(crew)
    provider().down = true
    await expect(shop.payments.preview(customer, site)).rejects.toMatchObject({ reason: 'unreachable' })
    provider().down = false
    await shop.turn(10 * dayMs)
    const line = { amount: 500, label: 'Beyond the plan', key: 'lost' }
    for (const loses of ['POST invoices', 'POST invoiceitems', 'POST invoices/:id/finalize']) {
      provider().loses = loses
      await shop.payments.bill(customer, line).catch((error: unknown) => expect(error).toMatchObject({ reason: 'unreachable' }))
    }
    provider().loses = undefined
    await shop.turn(2 * dayMs)
    await shop.payments.bill(customer, line)
    expect(await bills(customer)).toEqual([
      ['paid', 500, 0, 500],
      ['paid', 4900, 0, 4900],
    ])
  })

  it('ignores a late event about an older card and keeps the newer one; a checkout that was left open cannot pay for a second plan', async () => {
    const customer = await bought(crew)
    const tell = provider().tell
    const late: [string, string][] = []
    provider().tell = async (body, signature) => void late.push([body, signature])
    await shop.turn(dayMs)
    await shop.pay((await begin(undefined, customer)).id, failing)
    provider().tell = tell
    await shop.turn(dayMs)
    await shop.pay((await begin(undefined, customer)).id, '4000000000004444')
    expect((await shop.payments.state(customer)).card?.last4).toBe('4444')
    for (const [body] of late.toReversed()) await tell(body, shop.sign(body, provider().now(), secret))
    expect((await shop.payments.state(customer)).card?.last4).toBe('4444')
    await expect(begin(crew, customer)).rejects.toMatchObject({ reason: 'invalid' })
  })

  it('sells at the prices of this product alone', async () => {
    await bought(crewWithBroadcast)
    const wrong = new Stripe('sk_test_signer', {
      host: '127.0.0.1',
      port: new URL(provider().url).port,
      protocol: 'http',
    })
    await wrong.prices.create({
      currency: 'usd',
      unit_amount: 14_800,
      recurring: { interval: 'month' },
      lookup_key: site.plan,
      product_data: { name: 'Site' },
    })
    await expect(begin(site)).rejects.toThrow("The card provider's price manpower-site-month is not the one of this product.")
  })
})
