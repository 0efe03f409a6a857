import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { broadcastPerPerson, peopleIn, type PlanInterval, type PlanType } from './plans.ts'

/**
 * The pricing tables in the shape of a card provider's hosted ones (spec/2 §3): a flat list of prices, grouped here by product. Amounts are minor
 * units of the currency.
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

/** `#rrggbb`; empty: the product's own colours. */
export const Branding = z.object({ background_color: z.string(), button_color: z.string() })
export type Branding = z.output<typeof Branding>

export const PricingData = z.object({
  pricing_table_items: z.array(PriceItem),
  default_interval: z.optional(z.object({ interval: Interval })),
  livemode: z.boolean(),
  /** Whether a plan can be paid by card here; absent in copies of earlier versions, which all could. */
  cards: z.optional(z.boolean()),
  branding_settings: Branding,
  feature_flags: z.object({ enable_yearly_as_monthly_price_display: z.boolean() }),
})
export type PricingData = z.output<typeof PricingData>

/** What a table is asked for with; live and test have tables and publishable keys of their own. Neither is a secret. */
export const pricingTable = (type: PlanType, livemode: boolean): { readonly table: string; readonly key: string } => {
  const mode = livemode ? 'live' : 'test'
  return { table: `prctbl_${mode}_${type}`, key: `pk_${mode}_muster` }
}

/** A table, for everybody: prices are no secret. */
export const getPricingTable = endpoint({
  method: 'GET',
  path: '/api/pricing-tables/:table',
  whenOffline: 'cached',
  access: 'public',
  params: z.object({ table: z.string() }),
  query: z.object({ key: z.optional(z.string()) }),
  answer: PricingData,
})

/** A plan as somebody has chosen it; `price` is what one period costs, in minor units, with the add-on where it is bought. */
export interface ChosenPlan {
  readonly id: string
  readonly name: string
  readonly price: number
  readonly period: PlanInterval
  readonly broadcast: boolean
}

/** What of a plan differs between its intervals. */
export type PlanPrice = Pick<PriceItem, 'price_id' | 'amount' | 'currency' | 'call_to_action_link' | 'recurring'>

/** A card of the table: one product with its prices. */
export interface PricingPlan
  extends Pick<PriceItem, 'product_id' | 'name' | 'product_description' | 'feature_list' | 'is_highlight' | 'highlight_text'> {
  readonly prices: Readonly<Partial<Record<PlanInterval, PlanPrice>>>
}

/** Price items by product, in the order in which products first stand there. */
export function plansOf(items: readonly PriceItem[]): PricingPlan[] {
  const plans = new Map<string, PricingPlan>()
  for (const { price_id, amount, currency, call_to_action_link, recurring, ...product } of items) {
    const price = { price_id, amount, currency, call_to_action_link, recurring }
    const plan = plans.get(product.product_id) ?? { ...product, prices: {} }
    plans.set(product.product_id, { ...plan, prices: { ...plan.prices, [recurring.interval]: price } })
  }
  return [...plans.values()]
}

/** Plan types whose plans may be bought with the broadcast add-on. */
export const broadcastTypes: readonly PlanType[] = ['manpower', 'typical']

/** Minor units that the broadcast add-on adds to one interval; undefined where the description tells no number of people. */
export function broadcastFor(description: string, interval: PlanInterval): number | undefined {
  const count = peopleIn(description)
  return count === undefined ? undefined : count * broadcastPerPerson[interval]
}

/** Minor units as people read prices: dollars without decimals. */
export const wholeDollars = (amount: number, language: string, currency = 'USD'): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase(), maximumFractionDigits: 0 }).format(amount / 100)
