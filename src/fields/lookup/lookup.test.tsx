import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { getStore } from '../../store/db/store.ts'

const lookups = {
  employees: [
    { id: 'e1', label: 'Ana Lima', attributes: { description: 'Ironline Steel', company: 'Ironline Steel' } },
    { id: 'e2', label: 'Ben Carter' },
  ],
}
const who: NodeSetting = { type: 'lookup', attribute: 'who', label: 'Supervisor', lookup: 'employees' }

let open: { remove(): Promise<void> }[] = []
beforeEach(() => localStorage.clear())
afterEach(async () => {
  for (const page of open) await page.remove()
  open = []
})

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const row = (text: string) => rows().find(({ textContent }) => textContent?.startsWith(text)) as HTMLElement

async function draw(nodes: NodeSetting[], options: Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm(nodes, { lookups, ...options })
  open.push(page)
  await page.until(() => document.querySelector('[role=combobox], input'))
  return page
}

it('FE-141 FE-350 picks from a named lookup of the page, and shows the words', async () => {
  const { control, press, until, form } = await draw([who])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  expect(document.querySelector('dialog h2')?.textContent).toBe('Pick a Supervisor')
  expect(row('Ana').textContent).toBe('Ana LimaIronline Steel')
  await press(row('Ana'))
  expect(document.querySelector('dialog')).toBeNull()
  expect(form.value('who')).toBe('e1')
  expect(control('Supervisor').value).toBe('Ana Lima')
})

it('FE-141 several, typed ones among them, and none again', async () => {
  const { control, press, type, until, form, button } = await draw([
    { ...who, multiSelect: true, allowCreate: true, store: 'label' } as NodeSetting,
  ])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  await press(row('Ben'))
  await type(document.querySelector('dialog input') as HTMLInputElement, 'Zoe')
  await until(() => row('Create Zoe'))
  await press(row('Create Zoe'))
  await press(button('Select 2'))
  expect(form.value('who')).toEqual(['Ben Carter', 'Zoe'])
  expect(control('Supervisor').value).toBe('2 chosen')
  await press(control('Supervisor'))
  await until(() => row('(Clear'))
  await press(row('(Clear'))
  expect(form.value('who')).toBeNull()
})

it('FE-178 FE-181 entries of the form itself are beside the list: on top, with marks, and some only to read', async () => {
  const { control, press, type, until, form } = await draw([
    {
      ...who,
      fixedItems: [{ id: 'all', label: 'Everybody' }],
      items: [
        { id: 'late', label: 'Late shift', markdown: '**Late** shift', preventListSelect: true },
        { id: 'me', label: 'Myself', fixed: true },
      ],
    } as NodeSetting,
  ])
  await press(control('Supervisor'))
  await until(() => rows().length === 5)
  expect(
    rows()
      .map(({ textContent }) => textContent)
      .slice(0, 2)
      .sort(),
  ).toEqual(['Everybody', 'Myself'])
  expect(row('Late').textContent).toBe('Late shift')
  await press(row('Late'))
  expect(document.querySelector('dialog')).not.toBeNull()
  await type(document.querySelector('dialog input') as HTMLInputElement, 'ben')
  await until(() => !row('Ana'))
  expect(row('Everybody')).toBeDefined()
  await press(row('Everybody'))
  expect(form.value('who')).toBe('all')
  expect(control('Supervisor').value).toBe('Everybody')
})

it('FE-181 marks what is selected at first, says why, and takes it with the button', async () => {
  const { control, press, until, form, button, text } = await draw([
    { ...who, multiSelect: true, selected: ['e1', 'e2'], instructions: 'Who **leads** the crew?' } as NodeSetting,
  ])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  expect(text()).toContain('Who leads the crew?')
  await press(button('Select 2'))
  expect(form.value('who')).toEqual(['e1', 'e2'])
  // What is picked counts, not what was selected at first.
  form.set('who', ['e2'])
  await press(control('Supervisor'))
  await until(() => rows().length > 1)
  await press(button('Select 1'))
  expect(form.value('who')).toEqual(['e2'])
})

it('FE-181 runs the action of the list after the list is closed, and another one where it is left without a pick', async () => {
  const { control, press, until, button, told } = await draw([
    { ...who, customAction: { label: 'Scan badge', action: '/scan' }, cancelCallback: { message: 'reload' } } as NodeSetting,
  ])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  await press(button('Scan badge'))
  expect(document.querySelector('dialog')).toBeNull()
  expect(told.actions).toEqual(['/scan'])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  await press(button('Cancel'))
  expect(told.actions).toEqual(['/scan', { message: 'reload' }])
  await press(control('Supervisor'))
  await until(() => rows().length === 2)
  await press(row('Ben'))
  expect(told.actions).toHaveLength(2)
})

it('is required like any other question, and read-only it can not be opened', async () => {
  const { form } = await draw([{ ...who, required: true } as NodeSetting])
  expect(form.validate().map(({ message }) => message)).toEqual(['Supervisor Required'])
  await open.pop()?.remove()
  const { control, press } = await draw([who], { model: { who: 'e2' }, readOnly: true })
  expect(control('Supervisor').value).toBe('Ben Carter')
  await press(control('Supervisor'))
  expect(document.querySelector('dialog')).toBeNull()
})

it('FE-350 a list too long for the page is read from the device, and names what was chosen', async () => {
  const address = '/api/lists/t1/employees'
  await getStore().db.screens.put({
    owner: 'p:',
    url: address,
    v: 1,
    version: 1,
    fetchedAt: 1,
    data: { items: Array.from({ length: 2000 }, (_, n) => ({ id: `w${n}`, label: `Worker ${n}` })) },
  })
  const { control, press, type, until, form } = await draw([who], {
    lookups: {},
    model: { who: 'w1999' },
    host: { lists: { employees: address } },
  })
  await until(() => control('Supervisor').value === 'Worker 1999')
  await press(control('Supervisor'))
  await until(() => rows().length > 0)
  await type(document.querySelector('dialog input') as HTMLInputElement, 'worker 1234')
  await until(() => row('Worker 1234'))
  await press(row('Worker 1234'))
  expect(form.value('who')).toBe('w1234')
})
