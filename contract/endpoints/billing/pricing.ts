import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { broadcastPerPerson, peopleIn, type PlanInterval, type PlanType } from '../../rules/plans.ts'

/**
 * The pricing tables in the format of a card provider's hosted ones (spec/2 §3): a flat list of prices,
 * grouped here by product. Amounts are in minor units of the currency.
 */

export const Interval = z.enum(['month', 'year'])

export const PriceItem = z.object({
  product_id: z.string(),
  name: z.string(),
  product_description: z.string(),
  feature_list: z.array(z.string()),
  is_highlight: z.boolean(),
  highlight_text: z.optional(z.string()),
  price_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  call_to_action_link: z.string(),
  recurring: z.object({ interval: Interval }),
})
export type PriceItem = z.output<typeof PriceItem>

/** `#rrggbb`; empty for the product's own colors. */
export const Branding = z.object({ background_color: z.string(), button_color: z.string() })
export type Branding = z.output<typeof Branding>

export const PricingData = z.object({
  pricing_table_items: z.array(PriceItem),
  default_interval: z.optional(z.object({ interval: Interval })),
  livemode: z.boolean(),
  /**
   * True when plans can be paid by card here; absent in cached copies of earlier versions, which all
   * supported cards.
   */
  cards: z.optional(z.boolean()),
  branding_settings: Branding,
  feature_flags: z.object({ enable_yearly_as_monthly_price_display: z.boolean() }),
})
export type PricingData = z.output<typeof PricingData>

/**
 * The ids to request a table; live and test mode have their own tables and publishable keys. Neither is a
 * secret.
 */
export const pricingTable = (type: PlanType, livemode: boolean): { readonly table: string; readonly key: string } => {
  const mode = livemode ? 'live' : 'test'
  return { table: `prctbl_${mode}_${type}`, key: `pk_${mode}_muster` }
}

/** Returns a pricing table, without sign-in: prices are public. */
export const getPricingTable = endpoint({
  method: 'GET',
  path: '/api/pricing-tables/:table',
  whenOffline: 'cached',
  access: 'public',
  params: z.object({ table: z.string() }),
  query: z.object({ key: z.optional(z.string()) }),
  answer: PricingData,
})

/** A chosen plan; `price` is the price of one period in minor units, with the add-on when it is included. */
export interface ChosenPlan {
  readonly id: string
  readonly name: string
  readonly price: number
  readonly period: PlanInterval
  readonly broadcast: boolean
}

/** The parts of a plan that differ between its intervals. */
export type PlanPrice = Pick<PriceItem, 'price_id' | 'amount' | 'currency' | 'call_to_action_link' | 'recurring'>

/** A card of the table: one product with its prices. */
export interface PricingPlan
  extends Pick<PriceItem, 'product_id' | 'name' | 'product_description' | 'feature_list' | 'is_highlight' | 'highlight_text'> {
  readonly prices: Readonly<Partial<Record<PlanInterval, PlanPrice>>>
}

/** Groups price items by product, in the order of each product's first item. */
export function plansOf(items: readonly PriceItem[]): PricingPlan[] {
  const plans = new Map<string, PricingPlan>()
  for (const { price_id, amount, currency, call_to_action_link, recurring, ...product } of items) {
    const price = { price_id, amount, currency, call_to_action_link, recurring }
    const plan = plans.get(product.product_id) ?? { ...product, prices: {} }
    plans.set(product.product_id, { ...plan, prices: { ...plan.prices, [recurring.interval]: price } })
  }
  return [...plans.values()]
}

/** Plan types with plans that support the broadcast add-on. */
export const broadcastTypes: readonly PlanType[] = ['manpower', 'typical']

/**
 * The price of the broadcast add-on for one interval, minor units; undefined when the description has no
 * number of people.
 */
export function broadcastFor(description: string, interval: PlanInterval): number | undefined {
  const count = peopleIn(description)
  return count === undefined ? undefined : count * broadcastPerPerson[interval]
}

/** Formats minor units as a price in whole dollars. */
export const wholeDollars = (amount: number, language: string, currency = 'USD'): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase(), maximumFractionDigits: 0 }).format(amount / 100)
