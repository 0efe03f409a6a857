import { millisecondsInDay } from 'date-fns/constants'
import { randomBytes } from 'node:crypto'
import { type CheckoutPage, type InvoiceRow, testCards } from '../../../../contract/endpoints/billing/payments.ts'
import { type CheckoutAsk, type CustomerState, type PaymentEvent, type Payments, PaymentTrouble } from '../payments.ts'
import { text } from '../../../i18n/text.ts'
import { checkSigned, signed } from '../checkSigned.ts'
import {
  addLine,
  type Card,
  changeLines,
  changePlan,
  type Customer,
  dueAt,
  endSubscription,
  type Event,
  keepSub,
  linesOf,
  livingSubscription,
  paidPlan,
  step,
  subscribe,
  takeCard,
  tell,
} from './customer.ts'

/** Storage of the built-in provider: one document per customer. */
export interface CustomerStore {
  read(id: string): Promise<Customer | undefined>
  write(customer: Customer, due: string | undefined): Promise<void>
  /** Ids of customers with a step due by then. */
  due(by: string): Promise<readonly string[]>
}

export interface EmbeddedSettings {
  readonly store: CustomerStore
  readonly secret: string
  /** The clock, ms; tests move it. */
  readonly clock?: (() => number) | undefined
  /** Receives an event like a webhook. If it rejects, the event is delivered again later. */
  readonly deliver: (body: string, signature: string) => Promise<void>
}

export interface EmbeddedPayments extends Payments {
  readonly kind: 'embedded'
  /** Performs renewals, retries and ends up to now, in order, and delivers pending events. */
  tick(): Promise<void>
  readCheckout(session: string): Promise<CheckoutPage>
  payCheckout(
    session: string,
    given: { number?: string | undefined; expiry?: string | undefined; cvc?: string | undefined; confirm?: boolean | undefined },
  ): Promise<{ state: 'secondStep' | 'complete' | 'declined'; url?: string }>
  readPortal(session: string): Promise<{ account: string; returnUrl: string; balance: number; invoices: InvoiceRow[] }>
}

const sessionMs = millisecondsInDay
const gone = () => new PaymentTrouble('invalid', text('This checkout no longer exists. Start again from the billing account.'))

/**
 * The provider that needs no external service: test cards, its own checkout and invoices, renewals by its
 * clock (decision OQ-112).
 */
export function embeddedPayments({ store, secret, clock = Date.now, deliver }: EmbeddedSettings): EmbeddedPayments {
  const now = () => new Date(clock()).toISOString()
  const { open, alone, change } = openCustomers({ store, secret, clock, deliver })
  const ofSession = (session: string) => /^[cp]s_([A-Za-z0-9]{20})_[\w-]+$/.exec(session)?.[1]
  const sessionOf = async (session: string) => {
    const billing = ofSession(session)
    const customer = billing === undefined ? undefined : await store.read(`cus_${billing}`)
    const found = customer?.sessions[session]
    if (!customer || !found) throw gone()
    return { customer, found }
  }
  const begin = async (ask: CheckoutAsk) => {
    if (ask.order) paidPlan(ask.order)
    const customer = `cus_${ask.billing}`
    const id = `cs_${ask.billing}_${randomBytes(18).toString('base64url')}`
    await alone(customer, async () => {
      const known = (await store.read(customer)) ?? newCustomer(customer, ask)
      known.name = ask.name
      known.sessions = { ...openSessions(known, now()), [id]: newSession(ask, new Date(clock() + sessionMs)) }
      await store.write(known, dueAt(known))
    })
    return { pk: 'pk_embedded', id, url: `/checkout/${id}`, customer }
  }
  return {
    kind: 'embedded',
    livemode: false,
    now,
    checkout: begin,
    async preview(id, order) {
      const customer = await open(id)
      const cost = changeLines(livingSubscription(customer), order, now()).reduce((sum, { amount }) => sum + amount, 0)
      return { starting_balance: customer.balance, total: cost }
    },
    change: (id, order, key) =>
      change(id, (customer) => {
        if (customer.billed[key]) return
        changePlan(customer, order, now())
        customer.billed[key] = true
      }),
    end: (id, when) => change(id, (customer) => endSubscription(customer, when, now())),
    keep: (id) => change(id, (customer) => keepSub(customer, now())),
    bill: (id, line) => change(id, (customer) => addLine(customer, line, now())),
    // The built-in checkout has already stored the card.
    useCard: async () => undefined,
    async portal(id, returnUrl) {
      const session = `ps_${(await open(id)).billing}_${randomBytes(18).toString('base64url')}`
      const until = new Date(clock() + sessionMs).toISOString()
      await change(id, (customer) => {
        customer.sessions[session] = { mode: 'portal', successUrl: returnUrl, cancelUrl: returnUrl, until, state: 'open' }
      })
      return `/portal/${session}`
    },
    state: async (id) => stateOf(await open(id)),
    async readEvent(body, signature) {
      checkSigned({ body, signature, secret, now: Math.floor(clock() / 1000) })
      return eventOf(JSON.parse(body) as Event)
    },
    async tick() {
      const until = now()
      for (const id of await store.due(until)) {
        // Events are delivered after each step: overage must be added to a draft before the next step
        // closes it.
        for (let more = true; more; ) more = await change(id, (customer) => step(customer, until))
      }
    },
    async readCheckout(session) {
      const { customer, found } = await sessionOf(session)
      return checkoutPage(customer, found, now())
    },
    async payCheckout(session, given) {
      const { customer: known, found: first } = await sessionOf(session)
      if (first.mode === 'portal') throw gone()
      return change(known.id, (customer) => pay(customer, customer.sessions[session], given, now))
    },
    async readPortal(session) {
      const { customer, found } = await sessionOf(session)
      if (found.mode !== 'portal' || found.until <= now()) throw gone()
      return { account: customer.name, returnUrl: found.successUrl, balance: customer.balance, invoices: invoiceRows(customer) }
    },
  }
}

/** Reads and changes customers, one change of a customer at a time, and delivers the events of each change. */
function openCustomers({ store, secret, clock, deliver }: Required<Omit<EmbeddedSettings, 'clock'>> & { clock: () => number }) {
  const lines = new Map<string, Promise<unknown>>()

  /** Runs the actions of one customer one after the other. */
  const alone = <T>(id: string, act: () => Promise<T>): Promise<T> => {
    const turn = (lines.get(id) ?? Promise.resolve()).then(act, act)
    const settled = turn
      .catch(() => undefined)
      .finally(() => {
        if (lines.get(id) === settled) lines.delete(id)
      })
    lines.set(id, settled)
    return turn
  }
  const open = async (id: string) => {
    const customer = await store.read(id)
    if (!customer) throw new PaymentTrouble('invalid', text('The card provider does not know this account.'))
    return customer
  }
  const change = async <T>(id: string, act: (customer: Customer) => T): Promise<T> => {
    const done = await alone(id, async () => {
      const customer = await open(id)
      const result = act(customer)
      await store.write(customer, dueAt(customer))
      return result
    })
    await tellAll(id)
    return done
  }
  const telling = new Set<string>()
  /**
   * Delivers events one after the other; an event that fails stays for the next time. The receiver may
   * change the customer: the events of that change are delivered afterwards.
   */
  const tellAll = async (id: string): Promise<void> => {
    if (telling.has(id)) return
    telling.add(id)
    try {
      for (let [event] = (await open(id)).events; event; [event] = (await open(id)).events) {
        const { id: told } = event
        const body = JSON.stringify(event)
        await deliver(body, signed(body, secret, Math.floor(clock() / 1000)))
        await alone(id, async () => {
          const customer = await open(id)
          customer.events = customer.events.filter((one) => one.id !== told)
          await store.write(customer, dueAt(customer))
        })
      }
    } catch {
      // The next action or tick delivers it again.
    } finally {
      telling.delete(id)
    }
  }
  return { open, alone, change }
}

const newCustomer = (id: string, { billing, name }: CheckoutAsk): Customer => ({
  id,
  billing,
  name,
  balance: 0,
  invoices: [],
  sessions: {},
  billed: {},
  n: 0,
  events: [],
})

type Session = Customer['sessions'][string]

const openSessions = ({ sessions }: Customer, now: string): Customer['sessions'] =>
  Object.fromEntries(Object.entries(sessions).filter(([, { until, state }]) => until > now && state !== 'complete'))

const newSession = ({ mode, order, successUrl, cancelUrl }: CheckoutAsk, until: Date): Session => ({
  mode,
  order,
  successUrl,
  cancelUrl,
  until: until.toISOString(),
  state: 'open',
})

const invoiceRows = (customer: Customer): InvoiceRow[] =>
  customer.invoices.map(({ id, number, at, total, due, status, lines }) => ({ id, number, at, total, due, status, lines: [...lines] }))

function checkoutPage(customer: Customer, { mode, order, state, until, successUrl, cancelUrl }: Session, now: string): CheckoutPage {
  if (mode === 'portal') throw gone()
  const plan = order && paidPlan(order)
  const lines = order && mode === 'subscription' ? linesOf(order) : []
  return {
    mode,
    account: customer.name,
    ...(plan && { plan: plan.name, interval: plan.interval }),
    lines,
    total: Math.max(0, lines.reduce((sum, { amount }) => sum + amount, 0) + customer.balance),
    state: state !== 'complete' && until <= now ? 'expired' : state,
    successUrl,
    cancelUrl,
  }
}

function pay(
  customer: Customer,
  session: Session | undefined,
  given: Parameters<EmbeddedPayments['payCheckout']>[1],
  now: () => string,
): Awaited<ReturnType<EmbeddedPayments['payCheckout']>> {
  if (!session || (session.state !== 'complete' && session.until <= now())) throw gone()
  if (session.state === 'complete') return { state: 'complete', url: session.successUrl }
  const card = given.confirm && session.state === 'secondStep' ? session.card : cardOf(given, now())
  if (!card) return { state: 'declined' }
  if (!given.confirm && digits(given.number) === '4000002500003155') {
    session.state = 'secondStep'
    session.card = card
    return { state: 'secondStep' }
  }
  if (session.mode === 'subscription' && session.order) {
    customer.card = card
    subscribe(customer, session.order, now())
  }
  takeCard(customer, card, now())
  session.state = 'complete'
  session.card = undefined
  tell(customer, 'checkout.session.completed', now())
  return { state: 'complete', url: session.successUrl }
}

const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '')

/** The entered card; undefined if it is declined. Throws PaymentTrouble if the input is not a card. */
function cardOf(
  given: { number?: string | undefined; expiry?: string | undefined; cvc?: string | undefined },
  now: string,
): Card | undefined {
  const number = digits(given.number)
  const [, month = '', year = ''] = /^(\d{2})\s*\/\s*(\d{2})$/.exec(given.expiry?.trim() ?? '') ?? []
  if (!Object.hasOwn(testCards, number))
    throw new PaymentTrouble('invalid', text('This is a test checkout: use one of the test cards below.'))
  if (Number(month) < 1 || Number(month) > 12 || `20${year}-${month}` < now.slice(0, 7))
    throw new PaymentTrouble('invalid', text('This date is not valid, or the card has expired. Type month and year, such as 04/31.'))
  if (!/^\d{3,4}$/.test(given.cvc?.trim() ?? '')) throw new PaymentTrouble('invalid', text('The security code has 3 or 4 digits.'))
  if (number === '4000000000000002') return undefined
  return { last4: number.slice(-4), expiry: `${month}/${year}`, fails: number === '4000000000000341' }
}

export function stateOf(customer: Customer): CustomerState {
  const { subscription: sub, card } = customer
  return {
    customer: customer.id,
    billing: customer.billing,
    balance: customer.balance,
    ...(card && { card: { last4: card.last4, expiry: card.expiry } }),
    ...(sub && {
      subscription: {
        id: sub.id,
        plan: sub.plan,
        broadcast: sub.broadcast,
        status: sub.status,
        periodStart: sub.periodStart,
        periodEnd: sub.periodEnd,
        cancelAtPeriodEnd: sub.cancelAtPeriodEnd,
      },
    }),
    invoices: customer.invoices.map(({ id, number, at, status, lines, total, startingBalance, due }) => ({
      id,
      number,
      at,
      status,
      lines,
      total,
      startingBalance,
      due,
    })),
  }
}

function eventOf({ id, type, data }: Event): PaymentEvent {
  const field = (name: string) => String(data[name])
  return {
    id,
    customer: field('customer'),
    ...(type === 'invoice.created' && {
      renewal: { invoice: field('invoice'), periodStart: field('periodStart'), periodEnd: field('periodEnd') },
    }),
    ...(type === 'customer.subscription.deleted' && { ended: true }),
  }
}
