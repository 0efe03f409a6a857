import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { setOwner } from '../../store/identity/getOwner.ts'
import { openStore, setStore } from '../../store/db/store.ts'
import { AutomationForm } from './AutomationForm.tsx'
import { closeEarly, openEarly } from './openEarly.ts'

const host: PageHost = {
  embedded: false,
  busy: () => () => undefined,
  finish: () => undefined,
  fail: () => undefined,
  reload: () => undefined,
  dirty: () => undefined,
  run: () => Promise.resolve(),
  navigate: () => undefined,
}
const address = '/api/forms/hazard.json'
const pageAsking = (label: string): PageData => ({
  component: 'automationForm',
  formVersion: '1',
  form: { name: 'Hazard report', children: [{ type: 'text', attribute: 'name', label }] },
  record: { path: 'forms/hazard/:new', rev: 0, model: {} },
})

let drawn: DrawnPage | undefined
const draw = async (data: PageData) => {
  drawn = await drawPage(<AutomationForm data={data} host={host} address={address} owner="u:ana" />)
  return drawn
}

let device = 0
beforeEach(async () => {
  device++
  setStore(openStore({ db: new MusterDb({ name: `early-${device}` }), spill: new SpillDb({ name: `early-spill-${device}` }) }))
  await setOwner('u:ana')
})
afterEach(async () => {
  await drawn?.remove()
  closeEarly()
})

it('a form that was opened before the first paint is complete in the first paint', async () => {
  const data = pageAsking('Your name')
  await openEarly(data, address)
  const screen = await draw(data)
  expect(screen.control('Your name')).toBeTruthy()
})

it('a page that has changed meanwhile is opened as it is now, and so is a page of another person', async () => {
  await openEarly(pageAsking('Your old name'), address)
  const screen = await draw(pageAsking('Your name'))
  await screen.until(() => document.querySelector('input'))
  expect(screen.text()).toContain('Your name')

  await screen.remove()
  const data = pageAsking('Whose name')
  await openEarly(data, address)
  await setOwner('u:ben')
  const other = await draw(data)
  expect(document.querySelector('input')).toBeNull()
  await other.until(() => document.querySelector('input'))
})
