import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { getStore } from '../../store/db/store.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})

const company: NodeSetting = { type: 'enum', attribute: 'vendor', label: 'Company', lookup: 'vendors', fills: { trade: 'trade' } }
const trade: NodeSetting = {
  type: 'enum',
  attribute: 'trade',
  label: 'Trade',
  lookup: 'trades',
  default: "{{lookup('vendors', vendor, 'trade')}}",
}
const lookups = {
  vendors: [
    { id: 'keystone', label: 'Keystone Concrete', attributes: { trade: 'Concrete' } },
    { id: 'ironline', label: 'Ironline', attributes: { trade: 'Steel' } },
    { id: 'new', label: 'New on site' },
  ],
  trades: [
    { id: 'Concrete', label: 'Concrete' },
    { id: 'T-2', label: 'Steel' },
  ],
}
/** Presses the choice with this name, in a question that shows its choices as buttons. */
const choose = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('label')]
      .find(({ textContent }) => textContent === label)
      ?.querySelector('input')
      ?.click(),
  )

it('a chosen company fills in its trade, and the next company its own', async () => {
  drawn = await drawForm([company, trade], { lookups })
  const { form, until } = drawn
  await until(() => document.querySelector('input[type=radio]'))
  await choose('Keystone Concrete')
  await until(() => form.value('trade') === 'Concrete')
  await choose('Ironline')
  await until(() => form.value('trade') === 'T-2')
})

it('a company without a trade leaves the trade that a person chose', async () => {
  drawn = await drawForm([company, trade], { lookups })
  const { form, until } = drawn
  await until(() => document.querySelector('input[type=radio]'))
  await choose('Concrete')
  await choose('New on site')
  expect(form.value('trade')).toBe('Concrete')
})

it('a form that begins with a company begins with its trade', async () => {
  drawn = await drawForm([{ ...company, default: 'ironline' } as NodeSetting, trade], { lookups })
  expect([drawn.form.value('trade'), drawn.form.dirty()]).toEqual(['T-2', false])
})

it('an opened record keeps the trade that it was saved with', async () => {
  drawn = await drawForm([company, trade], { lookups, model: { vendor: 'keystone', trade: 'T-2' } })
  const { form, until } = drawn
  await until(() => document.querySelector('input[type=radio]'))
  expect(form.value('trade')).toBe('T-2')
})

const open = async (fields: readonly NodeSetting[], options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm(fields, { lookups, ...options })
  await drawn.until(() => document.querySelector('input[type=radio]'))
  return drawn
}
const tradeWith = (more: object): NodeSetting => ({ ...trade, default: undefined, ...more }) as NodeSetting
const otherText = (label: string) => document.querySelector<HTMLInputElement>(`[aria-label="Other: ${label}"]`)

it('a name or value of the list stays a text while a person types it as Other', async () => {
  const lists = {
    vendors: [
      { id: 'v-12', label: 'ABC' },
      { id: 'North', label: 'North Ltd' },
    ],
  }
  const { form, until, type } = await open([{ ...company, other: true } as NodeSetting], { lookups: lists })
  await choose('Other')
  for (const text of ['A', 'AB', 'ABC', 'ABC Roofing', 'North', 'North Gate']) {
    await type(await until(() => otherText('Company')), text)
    expect([form.value('vendor'), otherText('Company')?.value]).toEqual([text, text])
  }
})

it('a record and a draft keep a text that the list has meanwhile, and the form stays unchanged', async () => {
  const { form } = await open([{ ...company, other: true } as NodeSetting, tradeWith({ other: true })], {
    model: { vendor: 'Ironline', trade: 'Steel' },
  })
  expect([form.value('vendor'), form.value('trade'), form.dirty()]).toEqual(['Ironline', 'Steel', false])
  expect(otherText('Company')?.value).toBe('Ironline')
  await act(async () => form.fill({ vendor: 'Keystone Concrete' }))
  expect(form.value('vendor')).toBe('Keystone Concrete')
})

it.each([
  ['with a filter', { optionFilter: "option.name != 'Concrete'" }],
  ['that is not on the screen', { visible: false }],
])('a company fills in the id of its trade in a question %s', async (_, more) => {
  const { form, until } = await open([company, tradeWith(more)])
  await choose('Ironline')
  await until(() => form.value('trade') !== undefined)
  expect(form.value('trade')).toBe('T-2')
})

it('a company fills in its trade beside a list of trades and the meaning of a trade', async () => {
  const trades = [{ id: 'T-2', label: 'Steel', attributes: { status: 'yes' } }]
  const fields = [
    { ...company, fills: { trade: 'trade', trades: 'trade' } } as NodeSetting,
    tradeWith({ statusAttribute: 'trade_status' }),
    { type: 'listenum', attribute: 'trades', label: 'Trades', lookup: 'trades' } as NodeSetting,
  ]
  const { form, until } = await open(fields, { lookups: { ...lookups, trades } })
  await choose('Ironline')
  await until(() => form.value('trades'))
  expect([form.value('trade'), form.value('trade_status'), form.value('trades')]).toEqual(['T-2', 'yes', ['T-2']])
})

it('a trade that the question does not offer is filled in only as Other', async () => {
  const vendors = [{ id: 'a', label: 'Acme', attributes: { trade: 'Rigging' } }, ...lookups.vendors.slice(0, 2)]
  const filling = { ...company, fills: { trade: 'trade', note: 'trade' } } as NodeSetting
  const { form, until } = await open([filling, tradeWith({})], { lookups: { ...lookups, vendors } })
  await choose('Ironline')
  await until(() => form.value('trade') === 'T-2')
  await choose('Acme')
  await until(() => form.value('note') === 'Rigging')
  expect(form.value('trade')).toBe('T-2')
  await drawn?.remove()
  const second = await open([filling, tradeWith({ other: true })], { lookups: { ...lookups, vendors } })
  await choose('Acme')
  await second.until(() => second.form.value('note') === 'Rigging')
  expect([second.form.value('trade'), otherText('Trade')?.value]).toEqual(['Rigging', 'Rigging'])
})

it('a filled-in trade takes the place of a typed one', async () => {
  const { form, type, until } = await open([company, tradeWith({ other: true })])
  await choose('Other')
  await type(otherText('Trade') as HTMLElement, 'Masonry')
  await choose('Ironline')
  await until(() => form.value('trade') !== 'Masonry')
  expect([form.value('trade'), otherText('Trade')]).toEqual(['T-2', null])
})

describe('a list of trades that is too long for the page', () => {
  /** `seen` is filled in after `trade`, so a test that waits for it knows that the trade is settled. */
  const far = (url: string) =>
    open(
      [
        { ...company, fills: { trade: 'trade', seen: 'trade' } } as NodeSetting,
        tradeWith({ visible: false }),
        tradeWith({ attribute: 'seen', visible: false, other: true }),
      ],
      { lookups: { vendors: lookups.vendors }, model: { trade: 'T-9' }, host: { lists: { trades: url } } },
    )
  const keep = (url: string) =>
    getStore().db.screens.put({ owner: 'p:', url, v: 1, version: 1, fetchedAt: 1, data: { items: lookups.trades } })

  it('gives the id when the device has the list', async () => {
    await keep('/api/lists/t1/trades')
    const { form, until } = await far('/api/lists/t1/trades')
    await choose('Ironline')
    await until(() => form.value('seen') === 'T-2')
    expect(form.value('trade')).toBe('T-2')
  })

  it('is not on the device: the name is filled in only as Other', async () => {
    const { form, until } = await far('/api/lists/t2/trades')
    await choose('Ironline')
    await until(() => form.value('seen') === 'Steel')
    expect(form.value('trade')).toBe('T-9')
  })

  it('leaves the trade that a person chooses meanwhile', async () => {
    await keep('/api/lists/t3/trades')
    const { form, until } = await far('/api/lists/t3/trades')
    await act(async () => {
      const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Ironline')
      label?.querySelector('input')?.click()
      form.set('trade', 'T-7')
    })
    await until(() => form.value('seen') === 'T-2')
    expect(form.value('trade')).toBe('T-7')
  })
})
