import { afterEach, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'

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
  expect(form.value('trade')).toBe('Concrete')
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
  const { form, until } = drawn
  await until(() => form.value('trade') === 'T-2')
})

it('an opened record keeps the trade that it was saved with', async () => {
  drawn = await drawForm([company, trade], { lookups, model: { vendor: 'keystone', trade: 'T-2' } })
  const { form, until } = drawn
  await until(() => document.querySelector('input[type=radio]'))
  expect(form.value('trade')).toBe('T-2')
})
