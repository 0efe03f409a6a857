import type Stripe from 'stripe'
import { broadcastPerPerson, type Plan, peopleIn, planById } from '../../../../contract/rules/plans.ts'
import { type Order, PaymentTrouble } from '../payments.ts'
import { text } from '../../../i18n/text.ts'

interface Wanted {
  /** The lookup key. */
  readonly key: string
  readonly name: string
  /** Cents per unit. */
  readonly amount: number
  readonly interval: Plan['interval']
}

/** The add-on for one person; a plan buys one per person. */
const broadcastPrice = ({ interval }: Plan): Wanted => ({
  key: `broadcast-${interval}`,
  name: 'Broadcast, per person',
  amount: broadcastPerPerson[interval],
  interval,
})

/** True for the price of the add-on, false for the price of a plan. */
export const isBroadcast = (lookupKey: string | null | undefined): boolean => lookupKey?.startsWith('broadcast-') === true

/**
 * The provider's prices of an order. Every plan is a price with the plan's id as lookup key; a missing
 * price is created. A price that differs from this product's is refused: people never pay another price
 * than the page showed. Rejects with PaymentTrouble.
 */
export function pricesOf(stripe: Stripe): (order: Order) => Promise<{ price: string; quantity: number }[]> {
  const known = new Map<string, string>()
  const priceId = async ({ key, name, amount, interval }: Wanted): Promise<string> => {
    const there = known.get(key)
    if (there !== undefined) return there
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
    const found =
      data[0] ??
      (await stripe.prices.create(
        { currency: 'usd', unit_amount: amount, recurring: { interval }, lookup_key: key, product_data: { name } },
        { idempotencyKey: `price-${key}-${amount}` },
      ))
    if (found.unit_amount !== amount || found.currency !== 'usd' || found.recurring?.interval !== interval)
      throw new PaymentTrouble('invalid', text("The card provider's price {key} is not the one of this product."), { key })
    known.set(key, found.id)
    return found.id
  }
  return async ({ plan: id, broadcast }) => {
    const plan = planById(id)
    if (!plan) throw new PaymentTrouble('invalid', text('There is no such plan.'))
    const count = broadcast && plan.broadcast ? peopleIn(plan.description) : undefined
    return [
      { price: await priceId({ key: plan.id, name: plan.name, amount: plan.amount, interval: plan.interval }), quantity: 1 },
      ...(count === undefined ? [] : [{ price: await priceId(broadcastPrice(plan)), quantity: count }]),
    ]
  }
}
