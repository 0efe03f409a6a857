import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'

const lookups = { employees: [{ id: 'e1', label: 'Ana Lima', attributes: { company: 'Ironline', role: 'Foreman' } }] }
const lead: NodeSetting = { type: 'staff', attribute: 'lead', label: 'Crew lead' }

let open: { remove(): Promise<void> }[] = []
beforeEach(() => localStorage.clear())
afterEach(async () => {
  for (const page of open) await page.remove()
  open = []
})

async function draw(nodes: NodeSetting[] = [lead], options: Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm(nodes, { lookups, ...options })
  open.push(page)
  await page.until(() => document.querySelector('input'))
  return page
}
const row = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) => textContent?.startsWith(text)) as HTMLElement

it('FE-143 picks one of the people of the project', async () => {
  const { control, press, until, form, text } = await draw()
  await press(control('Crew lead'))
  await press(await until(() => row('Ana')))
  expect(form.value('lead')).toEqual({ name: 'Ana Lima', vendor: 'Ironline', role: 'Foreman', key: 'e1' })
  expect(control('Crew lead').value).toBe('Ana Lima')
  expect(text()).toContain('Foreman · Ironline')
})

it('FE-143 enters a person who is on no list; Cancel takes them out again', async () => {
  const { control, press, until, form, type, button } = await draw()
  const create = async (name: string) => {
    await press(control('Crew lead'))
    await type(await until(() => document.querySelector<HTMLInputElement>('dialog input')), name)
    await press(await until(() => row(`Create ${name}`)))
    await until(() => document.querySelector('dialog [data-attribute=name] input'))
  }
  await create('Zoe Park')
  expect(form.value('lead')).toEqual({ name: 'Zoe Park', role: 'Visitor', visitor: true })
  await press(button('Cancel'))
  expect(form.value('lead')).toBeUndefined()
  await create('Zoe Park')
  const company = document.querySelector('dialog [data-attribute=vendor] input') as HTMLInputElement
  await type(company, 'Acme')
  await press(button('OK'))
  expect(form.value('lead')).toMatchObject({ name: 'Zoe Park', vendor: 'Acme', role: 'Visitor' })
  expect(document.querySelector('dialog')).toBeNull()
})

it('details can be changed, and a name is needed', async () => {
  const { button, press, type, until, text, form } = await draw([lead], { model: { lead: { name: 'Ana Lima' } } })
  await press(button('Change details'))
  const name = await until(() => document.querySelector<HTMLInputElement>('dialog [data-attribute=name] input'))
  await type(name, '')
  await press(button('OK'))
  expect(text(document.querySelector('dialog'))).toContain('Name Required')
  await type(name, 'Ana Souza')
  await press(button('OK'))
  expect(form.value('lead')).toMatchObject({ name: 'Ana Souza' })
})
