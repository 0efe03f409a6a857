import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { closeDevice, openDevice, openScreen, serverSays } from '../../../tests/harness/console.tsx'
import { PricingScreen } from './PricingScreen.tsx'

const data = (name: string) => ({
  data: {
    pricing_table_items: [
      {
        product_id: name,
        name,
        product_description: 'Up to 25 people on site',
        feature_list: [],
        is_highlight: false,
        price_id: name,
        amount: 4900,
        currency: 'usd',
        call_to_action_link: '/billing/create',
        recurring: { interval: 'year' },
      },
    ],
    livemode: true,
    branding_settings: { background_color: '', button_color: '' },
    feature_flags: { enable_yearly_as_monthly_price_display: false },
  },
})

const screens = {
  '/pricing': PricingScreen,
  '/frontend/pricing': () => <PricingScreen data={{ componentConfig: { livemode: true } }} />,
}

beforeEach(async () => {
  await openDevice()
  serverSays({
    [`/api/pricing-tables/${pricingTable('manpower', true).table}`]: data('Live crew'),
    [`/api/pricing-tables/${pricingTable('manpower', false).table}`]: data('Test crew'),
  })
})
afterEach(() => closeDevice())

it.each([
  ['/pricing', 'Test crew'],
  ['/pricing?livemode=true', 'Live crew'],
  ['/pricing?livemode=1', 'Test crew'],
  ['/pricing?livemode=false', 'Test crew'],
  ['/frontend/pricing', 'Live crew'],
])('FE-038 RV-143 %s shows the prices of its mode', async (address, shown) => {
  const { page } = await openScreen(address, screens)
  await page.until(() => page.text().includes(shown))
  expect(page.text().includes('Live crew')).toBe(shown === 'Live crew')
  await page.remove()
})
