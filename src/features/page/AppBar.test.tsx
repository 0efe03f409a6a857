import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  ana,
  closeDevice,
  dialogButton,
  menuItem,
  openDevice,
  openScreen,
  type OpenScreen,
  serverSays,
} from '../../../tests/harness/console.tsx'
import { setOwner } from '../../store/identity/getOwner.ts'
import { AppBar } from './AppBar.tsx'

let opened: OpenScreen | undefined
const leave = vi.fn<() => void>()
const Bar = () => <AppBar pathname="/outbox" onLogout={leave} />
const open = async () => {
  serverSays({ '/api/me': { data: ana({ teams: [] }) } })
  opened = await openScreen('/outbox', { '/$': Bar })
  return opened
}
const accountButton = () => document.querySelector<HTMLButtonElement>('button[aria-haspopup=menu]')

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
  vi.clearAllMocks()
})

it('the account button names the person; its menu leads to User Preferences, the sessions and the log-out', async () => {
  const { page, at } = await open()
  const account = await page.until(() => accountButton()?.ariaLabel === 'Account: Ana' && accountButton())
  await page.press(account)
  await menuItem(page, 'User Preferences')
  expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('Ana')
  expect(account.getAttribute('aria-expanded')).toBe('true')
  await page.press(account)
  expect(document.querySelector('[role=menu]')).toBeNull()
  await page.press(account)
  await page.press(await menuItem(page, 'User Preferences'))
  await page.until(() => document.querySelector('dialog h2')?.textContent === 'User Preferences')
  expect(document.querySelector('[role=menu]')).toBeNull()
  await page.press(dialogButton('Cancel'))
  await page.press(account)
  await page.press(await menuItem(page, 'Logout'))
  expect(leave).toHaveBeenCalledOnce()
  await page.press(account)
  await page.press(await menuItem(page, 'Where you are signed in'))
  await page.until(() => at() === '/sessions')
})

it('a person who is not signed in has the language, but no account', async () => {
  await setOwner('p:')
  const { page } = await open()
  await page.press(await page.until(() => document.querySelector('button[aria-haspopup=dialog]')))
  await page.until(() => document.querySelector('dialog h2')?.textContent === 'User Preferences')
  expect(accountButton()).toBeNull()
})
