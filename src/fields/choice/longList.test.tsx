import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'

const options = Array.from({ length: 40 }, (_, n) => ({ name: `Area ${n + 1}`, value: n + 1, status: 'yes' as const }))
const field = (more: object) => ({ attribute: 'area', label: 'Area', options, ...more }) as NodeSetting

let open: { remove(): Promise<void> }[] = []
beforeEach(() => localStorage.clear())
afterEach(async () => {
  for (const page of open) await page.remove()
  open = []
})

async function draw(node: NodeSetting, model = {}) {
  const page = await drawForm([node], { model })
  open.push(page)
  await page.until(() => document.querySelector('[role=combobox]'))
  return page
}
const row = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) => textContent === text) as HTMLElement

it('FE-134 FE-247 a choice out of more than thirty is searched in the list picker, and stores what it always stores', async () => {
  const { control, press, type, until, form } = await draw(field({ type: 'valueenum', statusAttribute: 'area_status' }), { area: 3 })
  expect(control('Area').value).toBe('Area 3')
  const caption = document.getElementById(document.querySelector('[role=combobox]')?.getAttribute('aria-labelledby') ?? '')
  expect(caption?.textContent).toContain('Area')
  await press(control('Area'))
  await type(await until(() => document.querySelector<HTMLInputElement>('dialog input')), '17')
  await press(await until(() => row('Area 17')))
  expect(form.value('area')).toBe(17)
  expect(form.value('area_status')).toBe('yes')
  expect(control('Area').value).toBe('Area 17')
  await press(control('Area'))
  await press(await until(() => row('(Clear Selection)')))
  expect(form.value('area')).toBeNull()
})

it('Other is one of them for every search, and its words are typed below', async () => {
  const { press, type, until, form } = await draw(field({ type: 'enum', other: true, label: 'Your area' }))
  await press(document.querySelector('[role=combobox]') as Element)
  expect(document.querySelector('dialog h2')?.textContent).toBe('Choose your area')
  await type(await until(() => document.querySelector<HTMLInputElement>('dialog input')), 'zebulon')
  await press(await until(() => row('Other')))
  await type(await until(() => document.querySelector<HTMLInputElement>('[aria-label="Other: Your area"]')), 'Roof garden')
  expect(form.value('area')).toBe('Roof garden')
})

it('FE-136 several out of many are picked together', async () => {
  const { control, press, until, form, button } = await draw(field({ type: 'listenum' }))
  await press(control('Area'))
  await press(await until(() => row('Area 2')))
  await press(row('Area 1'))
  await press(button('Select 2'))
  expect(form.value('area')).toEqual([1, 2])
  expect(control('Area').value).toBe('Area 1, Area 2')
})
