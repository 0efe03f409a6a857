import { Refused } from '../../../contract/Refused.ts'
import { type PricingData, pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { type Plan, plans, planTypes } from '../../../contract/rules/plans.ts'
import { text } from '../../i18n/text.ts'

const tables = planTypes.flatMap((type) => [true, false].map((livemode) => ({ type, livemode, ...pricingTable(type, livemode) })))

const itemOf = (plan: Plan): PricingData['pricing_table_items'][number] => ({
  product_id: plan.product,
  name: plan.name,
  product_description: plan.description,
  feature_list: [...plan.features],
  is_highlight: plan.highlight !== undefined,
  ...(plan.highlight !== undefined && { highlight_text: plan.highlight }),
  price_id: plan.id,
  amount: plan.amount,
  currency: 'usd',
  call_to_action_link: `/billing/create?plan=${plan.id}`,
  recurring: { interval: plan.interval },
})

/**
 * Returns a pricing table of the app's own plans, in the format of a card provider (decision OQ-112). Throws
 * Refused.
 */
export function pricingData(table: string, key: string | undefined, cards: boolean): PricingData {
  const found = tables.find((one) => one.table === table)
  if (!found) throw new Refused(404, 'NOT_FOUND', text('There is no such pricing table.'))
  if (key !== found.key)
    throw new Refused(403, 'FORBIDDEN', text('The publishable key does not belong to this table: live and test have keys of their own.'))
  return {
    pricing_table_items: plans.filter(({ type }) => type === found.type).map(itemOf),
    default_interval: { interval: 'year' },
    livemode: found.livemode,
    cards,
    branding_settings: { background_color: '', button_color: '' },
    feature_flags: { enable_yearly_as_monthly_price_display: true },
  }
}
