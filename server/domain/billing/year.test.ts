import { describe, expect, it } from 'vitest'
import { dueAt, type Customer } from '../../adapters/payments/embedded/customer.ts'
import { embeddedPayments } from '../../adapters/payments/embedded/embeddedPayments.ts'
import { BadSignature } from '../../adapters/payments/payments.ts'
import { plans, planById } from '../../../contract/rules/plans.ts'
import { overageOf, quotaOf } from './quotaOf.ts'

/**
 * A year of 200 accounts in the built-in provider. The expected invoices are computed separately from the
 * plan prices in integers, without the code of the provider.
 */

const start = Date.UTC(2026, 0, 31, 9)
const dayMs = 86_400_000
const accounts = 200
const months = 13

/** A seeded random generator: the same sequence in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => (state = (state * 48_271) % 2_147_483_647) % sides
}

interface Bill {
  readonly total: bigint
  readonly starting: bigint
  readonly due: bigint
}

/** The expected bills of one account. */
interface Book {
  plan: string
  broadcast: boolean
  anchor: number
  periods: number
  from: number
  to: number
  credit: bigint
  bills: Bill[]
  alive: boolean
  cancelling: boolean
  failsFrom?: number | undefined
  bonus: number
  /** Messages or people of the period. */
  used: number
}

const priceOf = (plan: string) => BigInt(planById(plan)?.amount ?? 0)
const isYear = (plan: string) => plan.endsWith('-year')
/** People of the add-on, copied from the plan descriptions. */
const peopleOf = (plan: string) => (plan.includes('crew') ? 25n : plan.includes('site') ? 100n : 400n)
const addOn = (plan: string) => peopleOf(plan) * (isYear(plan) ? 1200n : 100n)
/** Monthly anniversary: the wanted day, or the last day of a shorter month. */
function anniversary(anchor: number, count: number): number {
  const [day, at] = [new Date(anchor), new Date(anchor)]
  const wanted = day.getUTCMonth() + count
  const year = day.getUTCFullYear() + Math.floor(wanted / 12)
  const month = wanted % 12
  const length = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0
  at.setUTCFullYear(year, month, Math.min(day.getUTCDate(), length))
  return at.getTime()
}
/** Rounds half a cent up. */
const part = (amount: bigint, left: number, whole: number) =>
  (2n * amount * BigInt(left / 1000) + BigInt(whole / 1000)) / (2n * BigInt(whole / 1000))

function bill(book: Book, total: bigint) {
  const sum = total + book.credit
  book.bills.push({ total, starting: book.credit, due: sum > 0n ? sum : 0n })
  book.credit = sum < 0n ? sum : 0n
}
const whole = (book: Book) => priceOf(book.plan) + (book.broadcast ? addOn(book.plan) : 0n)

function subscribeBook(book: Book, at: number) {
  Object.assign(book, { anchor: at, periods: 1, from: at, to: anniversary(at, isYear(book.plan) ? 12 : 1), alive: true })
  bill(book, whole(book))
}
function changeBook(book: Book, plan: string, broadcast: boolean, at: number) {
  const [left, length] = [book.to - at, book.to - book.from]
  const back = part(priceOf(book.plan), left, length) + (book.broadcast ? part(addOn(book.plan), left, length) : 0n)
  const resets = isYear(plan) !== isYear(book.plan)
  const more = resets
    ? priceOf(plan) + (broadcast ? addOn(plan) : 0n)
    : part(priceOf(plan), left, length) + (broadcast ? part(addOn(plan), left, length) : 0n)
  Object.assign(book, { plan, broadcast })
  bill(book, more - back)
  if (resets) Object.assign(book, { anchor: at, periods: 1, from: at, to: anniversary(at, isYear(plan) ? 12 : 1) })
}
/** The expected overage. */
function beyond(book: Book): bigint {
  const plan = planById(book.plan)
  if (!plan?.overage) return 0n
  const held = plan.isFixed ? plan.inclusions : (plan.inclusions + book.bonus) * (isYear(book.plan) ? 12 : 1)
  return book.used > held ? BigInt(book.used - held) * BigInt(plan.overage) : 0n
}
function renewBook(book: Book) {
  book.periods += 1
  book.from = book.to
  book.to = anniversary(book.anchor, book.periods * (isYear(book.plan) ? 12 : 1))
  bill(book, whole(book) + beyond(book))
  book.used = 0
}

describe('a year of payments', () => {
  it('for 200 accounts with upgrades, downgrades, failed cards, cancellations and referrals is correct to the cent, also when events get lost', async () => {
    let clock = start
    const kept = new Map<string, Customer>()
    const books = new Map<string, Book>()
    const seen = new Set<string>()
    const sent: string[] = []
    const payments = embeddedPayments({
      store: {
        read: async (id) => kept.get(id),
        write: async (customer) => void kept.set(customer.id, customer),
        due: async (by) => [...kept.values()].filter((one) => (dueAt(one) ?? '9') <= by).map(({ id }) => id),
      },
      secret: 'year',
      clock: () => clock,
      deliver: async (body, signature) => {
        sent.push(body)
        // Every event is delivered twice.
        for (const text of [body, body]) {
          const event = await payments.readEvent(text, signature)
          if (seen.has(event.id) && !event.renewal) continue
          seen.add(event.id)
          const book = books.get(event.customer)
          if (!event.renewal || !book) continue
          const amount = overageOf(book.plan, book.bonus, book.used)
          const { invoice, periodStart } = event.renewal
          if (amount > 0) await payments.bill(event.customer, { amount, label: 'Beyond the plan', key: periodStart, invoice })
        }
      },
    })
    const roll = dice(20_260_131)
    const card = (number: string) => ({ number, expiry: '12/40', cvc: '123' })
    const good = '4242424242424242'
    const failing = '4000000000000341'
    const ids = Array.from({ length: accounts }, (_, n) => `A${String(n).padStart(19, '0')}`)
    for (const id of ids) {
      const plan = plans[roll(plans.length)]
      if (!plan) continue
      const broadcast = plan.broadcast && roll(3) === 0
      const fails = roll(12) === 0
      const { id: session, customer } = await payments.checkout({
        mode: 'subscription',
        billing: id,
        name: id,
        order: { plan: plan.id, broadcast },
        successUrl: '/',
        cancelUrl: '/',
      })
      clock = start + roll(27 * 24) * 3_600_000
      const book: Book = {
        plan: plan.id,
        broadcast,
        anchor: 0,
        periods: 0,
        from: 0,
        to: 0,
        credit: 0n,
        bills: [],
        alive: false,
        cancelling: false,
        bonus: roll(5) === 0 ? 100 : 0,
        used: 0,
        ...(fails && { failsFrom: clock }),
      }
      books.set(customer, book)
      clock = start
      await payments.payCheckout(session, card(fails ? failing : good))
      subscribeBook(book, start)
    }
    const failed = new Map<string, number>()
    let referrals = 0
    for (let day = 1; day <= months * 30; day++) {
      clock = start + day * dayMs + 2 * 3_600_000
      await payments.tick()
      for (const [customer, book] of books) {
        if (!book.alive) continue
        while (book.alive && book.to + 3_600_000 <= clock) {
          if (book.cancelling) book.alive = false
          else {
            renewBook(book)
            // A failing card is replaced two days later, before the first retry.
            if (book.failsFrom !== undefined) failed.set(customer, day + 2)
          }
        }
      }
      for (const [customer, until] of failed) {
        if (until !== day) continue
        const { id: session } = await payments.checkout({
          mode: 'setup',
          billing: customer.slice(4),
          name: 'x',
          customer,
          successUrl: '/',
          cancelUrl: '/',
        })
        await payments.payCheckout(session, card(good))
        const book = books.get(customer)
        if (book) book.failsFrom = undefined
        failed.delete(customer)
      }
      for (const [customer, book] of books) {
        if (!book.alive || failed.has(customer)) continue
        const what = roll(400)
        // No changes close to a renewal and its draft invoice.
        if (book.to - clock < dayMs || clock - book.from < dayMs) continue
        if (what < 5) {
          const plan = plans[roll(plans.length)]
          const broadcast = plan?.broadcast === true && roll(2) === 0
          if (!plan || book.failsFrom !== undefined || (plan.id === book.plan && broadcast === book.broadcast)) continue
          const { starting_balance, total } = await payments.preview(customer, { plan: plan.id, broadcast })
          await payments.change(customer, { plan: plan.id, broadcast }, `${customer} ${day}`)
          changeBook(book, plan.id, broadcast, clock)
          book.cancelling = false
          const last = book.bills.at(-1)
          expect([BigInt(starting_balance), BigInt(total)]).toEqual([last?.starting, last?.total])
        } else if (what === 6 && !book.cancelling) {
          await payments.end(customer, 'periodEnd')
          book.cancelling = true
        } else if (what === 7) {
          // Recommends the product to another account: both get 100 more messages a month from then on.
          const friend = [...books.values()][roll(accounts)]
          if (friend === undefined || friend === book || !friend.alive) continue
          for (const one of [book, friend]) one.bonus += 100
          referrals += 1
        } else if (what < 60) book.used += roll(planById(book.plan)?.isFixed ? 40 : 900)
      }
    }
    let invoices = 0
    let renewed = 0
    for (const [customer, book] of books) {
      const state = await payments.state(customer)
      // A draft has no total yet.
      const closed = state.invoices.filter(({ status }) => status !== 'draft')
      const billed = closed.map(({ total, startingBalance, due }) => ({
        total: BigInt(total),
        starting: BigInt(startingBalance),
        due: BigInt(due),
      }))
      expect(billed.reverse()).toEqual(book.bills)
      expect(BigInt(state.balance)).toBe(book.credit)
      expect(state.subscription?.status === 'canceled').toBe(!book.alive)
      invoices += billed.length
      renewed += book.periods
    }
    expect(invoices).toBeGreaterThan(1500)
    expect(renewed).toBeGreaterThan(500)
    expect(referrals).toBeGreaterThan(50)
    // Bots pause at the quota only for plans without overage.
    for (const book of books.values()) {
      const plan = planById(book.plan)
      const pauses = book.plan.startsWith('orientations-starter')
      expect(quotaOf(book.plan, book.bonus)).toBe(pauses ? (500 + book.bonus) * (isYear(book.plan) ? 12 : 1) : null)
      expect(plan?.overage === undefined).toBe(pauses)
    }
    expect(quotaOf('free', 300)).toBe(500)
    // Late, duplicated and unordered events bill nothing more.
    const before = JSON.stringify(await Promise.all([...books.keys()].map((customer) => payments.state(customer))))
    for (let n = 0; n < 400; n++) {
      const event = JSON.parse(sent[roll(sent.length)] ?? '{}') as { data: { customer: string; invoice?: string; periodStart?: string } }
      const { customer, invoice, periodStart } = event.data
      if (periodStart === undefined) continue
      const state = await payments.state(customer)
      const had = state.invoices.find(({ id }) => id === invoice)?.lines.some(({ label }) => label === 'Beyond the plan')
      if (had) await payments.bill(customer, { amount: 100, label: 'Beyond the plan', key: periodStart, invoice })
    }
    expect(JSON.stringify(await Promise.all([...books.keys()].map((customer) => payments.state(customer))))).toBe(before)
    await expect(payments.readEvent(sent[0] ?? '', 't=1,v1=00')).rejects.toThrow(BadSignature)
  })
})
