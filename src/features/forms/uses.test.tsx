import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { AutomationForm } from './AutomationForm.tsx'

let screen: DrawnPage | undefined
let finished = false
let device = 0
const host: PageHost = {
  embedded: false,
  busy: () => () => undefined,
  finish: () => {
    finished = true
  },
  fail: () => undefined,
  reload: () => undefined,
  dirty: () => undefined,
  run: () => Promise.resolve(),
  navigate: () => undefined,
}

beforeEach(() => {
  finished = false
  device++
  setStore(openStore({ db: new MusterDb({ name: `uses-${device}` }), spill: new SpillDb({ name: `uses-spill-${device}` }) }))
})
afterEach(async () => {
  await screen?.remove()
  screen = undefined
  await getStore().db.delete()
})

async function fill(children: NodeSetting[]): Promise<DrawnPage> {
  const data = { component: 'automationForm', form: { name: 'Form', children }, record: { path: 'forms/f/:new', rev: 0, model: {} } }
  screen = await drawPage(<AutomationForm data={data} host={host} address="/api/forms/f.json" owner="p:" />)
  await screen.until(() => document.querySelector('.m-fields-form'))
  return screen
}

async function saved(page: DrawnPage): Promise<Record<string, unknown>> {
  await page.press(page.button('Save'))
  await page.until(() => finished)
  const [op] = await getStore().db.outbox.toArray()
  return op?.body['payload'] as Record<string, unknown>
}

describe('one engine serves', () => {
  it('FE-007 contact lists of staff and of vendors', async () => {
    const person: NodeSetting[] = [
      { type: 'text', attribute: 'name', label: 'Name' },
      { type: 'enum', attribute: 'role', label: 'Role', options: ['Worker', 'Foreman'], display: 'list' },
    ]
    const vendor: NodeSetting[] = [
      { type: 'text', attribute: 'vendor', label: 'Company' },
      { type: 'text', attribute: 'trade', label: 'Trade' },
    ]
    const page = await fill([
      { type: 'subForm', attribute: 'staff', label: 'Staff', addLabel: 'Add Staff', subform: person },
      { type: 'subForm', attribute: 'vendors', label: 'Vendors', addLabel: 'Add Vendor', subform: vendor },
    ])
    await page.until(() => page.hasButton('Add Staff'))
    await page.press(page.button('Add Staff'))
    await page.type(await page.until(() => document.querySelector<HTMLInputElement>('dialog input')), 'Ana Silva')
    await page.choose(page.control('Role'), 'Foreman')
    await page.press(page.button('OK'))
    await page.press(page.button('Add Vendor'))
    await page.type(await page.until(() => document.querySelector<HTMLInputElement>('dialog input')), 'Silva Concrete')
    await page.press(page.button('OK'))
    expect(await saved(page)).toMatchObject({ staff: [{ name: 'Ana Silva', role: 'Foreman' }], vendors: [{ vendor: 'Silva Concrete' }] })
  })
  it('FE-008 availability', async () => {
    const page = await fill([
      { type: 'switch', attribute: 'isAvailable', label: 'Available', onValue: 'Yes', offValue: 'No', default: 'Yes' },
      { type: 'date', attribute: 'availabilityDate', label: 'Back on', visible: "isAvailable == 'No'", required: true },
    ])
    expect(page.text()).not.toContain('Back on')
    await page.press(page.control('Available'))
    await page.press(page.button('Save'))
    expect(page.text()).toContain('Back on Required')
    await page.type(page.control('Back on'), '2026-12-01')
    expect(await saved(page)).toMatchObject({ isAvailable: 'No', availabilityDate: '2026-12-01' })
  })
  it('FE-009 check-in and check-out times', async () => {
    const page = await fill([
      { type: 'time', attribute: 'checkinTime', label: 'In', required: true },
      { type: 'time', attribute: 'checkoutTime', label: 'Out' },
      { type: 'validation', field: 'checkoutTime', valid: 'checkoutTime > checkinTime', message: 'Out before in' },
    ])
    await page.choose(page.control('In'), '7:00 AM')
    await page.choose(page.control('Out'), '6:00 AM')
    await page.press(page.button('Save'))
    expect(page.text()).toContain('Out before in')
    await page.choose(page.control('Out'), '3:30 PM')
    expect(await saved(page)).toMatchObject({ checkinTime: '07:00', checkoutTime: '15:30' })
  })
})
