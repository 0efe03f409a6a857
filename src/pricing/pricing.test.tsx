import 'fake-indexeddb/auto'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePlanShown, plans } from '../../contract/rules/plans.ts'
import { type ChosenPlan, type PriceItem, type PricingData, pricingTable } from '../../contract/endpoints/billing/pricing.ts'
import { closeDevice, openDevice, serverSays } from '../../tests/harness/console.tsx'
import { type DrawnPage, drawPage } from '../../tests/harness/page.tsx'
import { inkOn, shownColour } from './shownColour.ts'
import { PlanChooser } from './PlanChooser.tsx'
import { PricingTable, withChoice } from './PricingTable.tsx'
import { usePlanWords } from './usePlanWords.ts'

const item = (product: string, interval: 'month' | 'year', amount: number, more: Partial<PriceItem> = {}): PriceItem => ({
  product_id: product,
  name: `Plan ${product}`,
  product_description: 'Up to 25 people on site, 5 of them foremen',
  feature_list: ['Daily manpower', 'Daily notes'],
  is_highlight: false,
  price_id: `${product}-${interval}`,
  amount,
  currency: 'usd',
  call_to_action_link: `https://pay.example.com/${product}?for=${interval}`,
  recurring: { interval },
  ...more,
})
const data: PricingData = {
  pricing_table_items: [
    item('crew', 'month', 4900),
    item('site', 'month', 14_900, { is_highlight: true, highlight_text: 'Most Popular', product_description: 'For 1 person' }),
    item('crew', 'year', 49_000),
    item('site', 'year', 149_000, { is_highlight: true, highlight_text: 'Most Popular', product_description: 'For 1 person' }),
  ],
  livemode: true,
  branding_settings: { background_color: '', button_color: '' },
  feature_flags: { enable_yearly_as_monthly_price_display: false },
}
const address = (type: 'manpower' | 'orientations' | 'typical', live = true) => `/api/pricing-tables/${pricingTable(type, live).table}`
const all = (more: Partial<PricingData> = {}) => ({
  [address('manpower')]: { data: { ...data, ...more } },
  [address('orientations')]: { data: { ...data, pricing_table_items: [item('talk', 'year', 29_000)], ...more } },
  [address('typical')]: { data: { ...data, pricing_table_items: [item('whole', 'year', 99_000)], ...more } },
})

let drawn: DrawnPage
const said: (ChosenPlan | undefined)[] = []

function Chooser() {
  const [chosen, choose] = useState<ChosenPlan>()
  return (
    <PlanChooser
      free
      chosen={chosen}
      onChoose={(plan) => {
        said.push(plan)
        choose(plan)
      }}
    />
  )
}

const cards = () => [...document.querySelectorAll('.m-pricing-plan')].map((card) => card.textContent)
const tab = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name) as HTMLElement
const radio = (name: string) =>
  [...document.querySelectorAll('.m-pricing-planInterval label')]
    .find((one) => one.textContent === name)
    ?.querySelector('input') as HTMLInputElement
const pressed = () => [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.getAttribute('aria-label'))

beforeEach(async () => {
  said.length = 0
  await openDevice()
})
afterEach(async () => {
  await drawn.remove()
  closeDevice()
})

describe('the chooser of plans', () => {
  it('FE-262 FE-263 FE-264 FE-265 RV-125 RV-126 RV-127 RV-129 begins with Just Manpower and Yearly; another type or interval clears what was chosen', async () => {
    serverSays(all())
    drawn = await drawPage(<Chooser />)
    await drawn.until(() => drawn.hasButton('Choose Plan crew'))
    expect([...document.querySelectorAll('[role=tab]')].map((one) => [one.textContent, one.getAttribute('aria-selected')])).toEqual([
      ['Just Manpower', 'true'],
      ['Just Orientations', 'false'],
      ['Typical Setup', 'false'],
    ])
    expect([radio('Monthly').checked, radio('Yearly').checked]).toEqual([false, true])
    await drawn.press(drawn.button('Choose Plan crew'))
    expect(pressed()).toEqual(['Choose Plan crew'])
    await drawn.press(radio('Monthly'))
    expect([said.at(-1), pressed()]).toEqual([undefined, []])
    await drawn.press(drawn.button('Choose Plan site'))
    expect(pressed()).toEqual(['Choose Plan site'])
    await drawn.press(tab('Typical Setup'))
    await drawn.until(() => drawn.hasButton('Choose Plan whole') || drawn.text().includes('Free Trial'))
    expect([said.at(-1), pressed()]).toEqual([undefined, []])
  })

  it('RV-174 says which plan was chosen, also the free one, with its price, period and broadcast', async () => {
    serverSays(all())
    drawn = await drawPage(<Chooser />)
    await drawn.until(() => drawn.hasButton('Choose Free Trial'))
    await drawn.press(drawn.button('Choose Free Trial'))
    await drawn.press(drawn.button('Choose Plan site'))
    await drawn.press(drawn.control('Add broadcast messages'))
    expect(said).toEqual([
      { id: 'free', name: 'Free Trial', price: 0, period: 'month', broadcast: false },
      { id: 'site-year', name: 'Plan site', price: 149_000, period: 'year', broadcast: false },
      { id: 'site-year', name: 'Plan site', price: 150_200, period: 'year', broadcast: true },
    ])
  })

  it('FE-454 RV-375 RV-371 RV-372 RV-373 offers broadcast for Just Manpower and Typical Setup, a dollar a month for each person of the description', async () => {
    serverSays(all())
    drawn = await drawPage(<Chooser />)
    await drawn.until(() => drawn.hasButton('Choose Plan crew'))
    expect(drawn.text()).toContain('Add broadcast messages: $1 per month per person')
    await drawn.press(drawn.control('Add broadcast messages'))
    // 25 people × 12 dollars, 1 person × 12 dollars.
    expect(cards().map((card) => /\$[\d,]+/.exec(card ?? '')?.[0])).toEqual(['$0', '$790', '$1,502'])
    await drawn.press(radio('Monthly'))
    expect(cards().map((card) => /\$[\d,]+/.exec(card ?? '')?.[0])).toEqual(['$0', '$74', '$150'])
    expect(cards()[1]).toContain('with broadcast: $25')
    await drawn.press(radio('Yearly'))
    await drawn.press(tab('Just Orientations'))
    await drawn.until(() => drawn.hasButton('Choose Plan talk'))
    expect(drawn.text()).not.toContain('broadcast')
    await drawn.press(tab('Typical Setup'))
    await drawn.until(() => drawn.hasButton('Choose Plan whole'))
    expect(drawn.text()).toContain('Add broadcast messages')
  })

  it('FE-266 RV-142 RV-145 without anybody to tell, a plan sends the whole window to a billing page with plan and broadcast', async () => {
    serverSays(all())
    drawn = await drawPage(<PlanChooser />)
    const link = async () => drawn.until(() => document.querySelector<HTMLAnchorElement>('a[aria-label="Choose Plan crew"]'))
    expect([(await link()).target, (await link()).getAttribute('href')]).toEqual([
      '_top',
      'https://pay.example.com/crew?for=year&plan=crew-year&broadcast=false',
    ])
    await drawn.press(drawn.control('Add broadcast messages'))
    expect((await link()).getAttribute('href')).toBe('https://pay.example.com/crew?for=year&plan=crew-year&broadcast=true')
    expect(withChoice('https://pay.example.com/go?x=1', 'a', true)).toBe('https://pay.example.com/go?x=1&plan=a&broadcast=true')
    expect(withChoice('javascript:alert(1)', 'a', false)).toBe('/billing/create?plan=a&broadcast=false')
    expect(withChoice('//evil.example', 'a', false)).toBe('/billing/create?plan=a&broadcast=false')
  })

  it('goes from tab to tab with the arrow keys', async () => {
    serverSays(all())
    drawn = await drawPage(<Chooser />)
    tab('Just Manpower').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    await drawn.until(() => tab('Typical Setup').getAttribute('aria-selected') === 'true')
    expect(document.activeElement).toBe(tab('Typical Setup'))
  })
})

describe('the table of prices', () => {
  const table = (more: object = {}) => drawPage(<PricingTable type="manpower" onInterval={() => undefined} {...more} />)

  it('RV-131 RV-350 says that it loads, RV-132 RV-348 that it could not, and RV-133 RV-349 that there are no plans', async () => {
    serverSays({})
    drawn = await table()
    expect(drawn.text()).toBe('Loading Pricing...')
    await drawn.remove()
    serverSays({ [address('manpower')]: { trouble: 'offline' } })
    drawn = await table()
    await drawn.until(() => drawn.text().startsWith('Failed to load pricing information. Please try again later.'))
    serverSays({ [address('manpower')]: { data: { ...data, pricing_table_items: [] } } })
    await drawn.press(drawn.button('Retry'))
    await drawn.until(() => drawn.text() === 'No pricing plans available')
  })

  it('RV-128 FE-395 RV-130 RV-134 RV-136 RV-137 RV-138 RV-139 RV-140 RV-141 RV-186 RV-370 has one card for each product: what it is, holds and costs', async () => {
    serverSays(all())
    drawn = await table({ interval: 'month' })
    await drawn.until(() => cards().length > 0)
    expect(cards()).toEqual([
      'Plan crewUp to 25 people on site, 5 of them foremen$49 per monthChooseDaily manpowerDaily notes',
      'Most PopularPlan siteFor 1 person$149 per monthChooseDaily manpowerDaily notes',
    ])
    expect([...document.querySelectorAll('.m-pricing-plan')].map((card) => card.hasAttribute('data-highlight'))).toEqual([false, true])
    expect([...document.querySelectorAll('.m-pricing-planInterval span')].map((one) => one.textContent)).toEqual(['Monthly', 'Yearly'])
    await drawn.draw(<PricingTable type="manpower" interval="year" onInterval={() => undefined} />)
    await drawn.until(() => cards()[0]?.includes('$490 per year'))
  })

  it('RV-135 shows the year unless the server gives an interval', async () => {
    serverSays(all())
    drawn = await table()
    await drawn.until(() => cards()[0]?.includes('$490 per year'))
    await drawn.remove()
    serverSays(all({ default_interval: { interval: 'month' } }))
    drawn = await table()
    await drawn.until(() => cards()[0]?.includes('$49 per month'))
    expect(radio('Monthly').checked).toBe(true)
  })

  it('RV-374 RV-187 shows a year as months with the sum of the year where the flag is on', async () => {
    serverSays(all({ feature_flags: { enable_yearly_as_monthly_price_display: true } }))
    drawn = await table()
    await drawn.until(() => cards()[0]?.includes('$41 per month$490 a year'))
  })

  it('RV-143 FE-396 asks for another table with another key when it is not live', async () => {
    expect(pricingTable('manpower', true).key).not.toBe(pricingTable('manpower', false).key)
    serverSays({ [address('manpower', false)]: { data } })
    drawn = await table({ livemode: false })
    await drawn.until(() => cards().length === 2)
  })

  it('names every plan of this product, its features and the lines of its invoices in the language of the person', async () => {
    const texts = plans.flatMap(({ name, description, features, highlight }) => [name, description, ...features, highlight ?? name])
    const lines = [
      'Broadcast',
      'Unused time on Typical Site',
      'Remaining time on Broadcast',
      'People beyond the plan',
      'Messages beyond the plan',
    ]
    const said = new Map<string, string>()
    function Words() {
      const say = usePlanWords()
      for (const text of [...texts, ...lines, freePlanShown.name, freePlanShown.description, 'A plan of theirs']) said.set(text, say(text))
      return null
    }
    // This catalog returns × for every text that is looked up in it.
    const blank = setupI18n({ locale: 'es', messages: { es: {} }, missing: () => '×' })
    drawn = await drawPage(
      <I18nProvider i18n={blank}>
        <Words />
      </I18nProvider>,
    )
    expect([...said].filter(([, words]) => words !== '×')).toEqual([['A plan of theirs', 'A plan of theirs']])
  })

  it('RV-144 takes the colours of the brand, with ink that can be read on them', async () => {
    serverSays(all({ branding_settings: { background_color: '#0a2540', button_color: '#fc0' } }))
    drawn = await table()
    const style = await drawn.until(() => document.querySelector<HTMLElement>('.m-pricing-planTable')?.style)
    const named = (name: string) => style.getPropertyValue(name)
    expect(['--m-plan-ground', '--m-plan-ink', '--m-plan-button', '--m-plan-button-ink'].map(named)).toEqual([
      '#0a2540',
      '#ffffff',
      '#ffcc00',
      '#000000',
    ])
    await drawn.draw(
      <PricingTable
        type="manpower"
        onInterval={() => undefined}
        branding={{ background_color: 'red;position:fixed', button_color: '#635BFF' }}
      />,
    )
    await drawn.until(
      () => document.querySelector<HTMLElement>('.m-pricing-planTable')?.style.getPropertyValue('--m-plan-button') === '#635bff',
    )
    expect(document.querySelector<HTMLElement>('.m-pricing-planTable')?.style.getPropertyValue('--m-plan-ground')).toBe('')
    expect([shownColour('#FFF'), shownColour('blue'), inkOn('#ffffff'), inkOn('#777777')]).toEqual([
      '#ffffff',
      undefined,
      '#000000',
      '#000000',
    ])
  })
})
