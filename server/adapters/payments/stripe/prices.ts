import type Stripe from 'stripe'
import { broadcastPerPerson, type Plan, peopleIn, planById } from '../../../../contract/plans.ts'
import { type Order, PaymentTrouble } from '../payments.ts'

interface Wanted {
  /** The lookup key. */
  readonly key: string
  readonly name: string
  /** Cents of one. */
  readonly amount: number
  readonly interval: Plan['interval']
}

/** The add-on of one person; a plan buys it as often as it has people. */
const broadcastPrice = ({ interval }: Plan): Wanted => ({
  key: `broadcast-${interval}`,
  name: 'Broadcast, per person',
  amount: broadcastPerPerson[interval],
  interval,
})

/** What is sold of a price: the plan itself, or people of the add-on. */
export const isBroadcast = (lookupKey: string | null | undefined): boolean => lookupKey?.startsWith('broadcast-') === true

/**
 * The provider's prices of what is ordered. Every plan is a price with the plan's id as lookup key; one that is not there yet is made. One that costs
 * something else than this product says is refused: nobody pays another price than was shown. Rejects with PaymentTrouble.
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
      throw new PaymentTrouble('invalid', `The card provider's price ${key} is not the one of this product.`)
    known.set(key, found.id)
    return found.id
  }
  return async ({ plan: id, broadcast }) => {
    const plan = planById(id)
    if (!plan) throw new PaymentTrouble('invalid', 'There is no such plan.')
    const count = broadcast && plan.broadcast ? peopleIn(plan.description) : undefined
    return [
      { price: await priceId({ key: plan.id, name: plan.name, amount: plan.amount, interval: plan.interval }), quantity: 1 },
      ...(count === undefined ? [] : [{ price: await priceId(broadcastPrice(plan)), quantity: count }]),
    ]
  }
}
