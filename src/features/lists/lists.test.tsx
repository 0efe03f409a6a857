import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
import { ListsScreen, PermitTypesScreen } from './ListsScreen.tsx'

const account = { id: 'b1', model: { name: 'Harbor & Pine', status: 'Active' }, role: 'Owner' }
const types = (role: string) => ({ ...account, role, permitTypes: [{ key: 'p1', name: 'Working at height' }] })
const screens = { '/lists': ListsScreen, '/billing/$billingId/permitTypes': PermitTypesScreen }
let opened: OpenScreen | undefined
const open = async (address: string, role = 'Owner') => {
  serverSays({ '/api/billing': { data: { items: [account] } }, '/api/billing/b1': { data: types(role) } })
  opened = await openScreen(address, screens)
  return { ...opened, ...opened.page }
}

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
})

describe('the lists of a billing account', () => {
  it('CO-076 CO-077 CO-169 CO-170 CO-171 are named under Lists; certification types are changed by who manages the account', async () => {
    const { until, text, press, button, at, hasButton } = await open('/lists')
    await until(() => text().includes('Harbor & Pine'))
    await press(button('Open: Certification Types'))
    await until(() => at() === '/billing/b1/permitTypes' && text().includes('Working at height'))
    expect([document.querySelector('h1')?.textContent, hasButton('Add')]).toEqual(['Certification Types', true])
    await opened?.page.remove()
    const reader = await open('/billing/b1/permitTypes', 'Member')
    await reader.until(() => reader.text().includes('Working at height'))
    expect([reader.hasButton('Add'), reader.hasButton('Edit: Working at height')]).toEqual([false, false])
  })
})
