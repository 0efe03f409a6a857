import { describe, expect, it } from 'vitest'
import { broadcastTypes, plansOf, pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { plans, planTypes } from '../../../contract/rules/plans.ts'
import { pricingData } from './pricingData.ts'

describe('the tables of prices', () => {
  it('RV-128 FE-395 FE-396 RV-186 RV-187 RV-321 hold every plan of their type with both intervals, for a key of their own', () => {
    for (const type of planTypes)
      for (const livemode of [true, false]) {
        const { table, key } = pricingTable(type, livemode)
        const data = pricingData(table, key, true)
        const own = plans.filter((plan) => plan.type === type)
        expect(data.livemode).toBe(livemode)
        expect(data.pricing_table_items.map((item) => [item.price_id, item.amount, item.recurring.interval])).toEqual(
          own.map(({ id, amount, interval }) => [id, amount, interval]),
        )
        expect(data).toMatchObject({
          default_interval: { interval: 'year' },
          branding_settings: { background_color: '', button_color: '' },
          feature_flags: { enable_yearly_as_monthly_price_display: true },
        })
        for (const plan of plansOf(data.pricing_table_items)) expect(Object.keys(plan.prices)).toEqual(['month', 'year'])
        expect(() => pricingData(table, pricingTable(type, !livemode).key, true)).toThrow('live and test have keys of their own')
      }
    expect(() => pricingData('prctbl_live_other', 'pk_live_muster', true)).toThrow('There is no such pricing table.')
  })

  it('RV-375 FE-454 sell broadcast with the plans that their type allows it for', () => {
    expect(plans.every(({ type, broadcast }) => broadcast === broadcastTypes.includes(type))).toBe(true)
  })
})
