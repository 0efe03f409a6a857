import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'
import { Console } from './Console.tsx'
import { LeaveProvider } from '../useLeave.ts'
import { router } from '../router.tsx'

const team = 't'.repeat(20)
const me = ana({
  teams: [{ id: team, name: 'Harbor Tower', role: 'Owner', billingAccount: null }],
  billingAccounts: [],
})

let opened: OpenScreen | undefined
beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
})

/** Opens the console; `leave` is called when the person logs out. */
async function openToLeave() {
  serverSays({ '/api/me': { data: me }, '/api/teams': { data: { teams: [] } }, '/api/losses': { data: { losses: [] } } })
  const leave = vi.fn<() => void>()
  opened = await openScreen('/teams', {
    '/$': () => (
      <LeaveProvider value={leave}>
        <Console />
      </LeaveProvider>
    ),
  })
  return { page: opened.page, leave }
}

describe('the console', () => {
  it('CO-031 Logout in the side menu asks first, and a No changes nothing', async () => {
    const { page, leave } = await openToLeave()
    const logout = () =>
      page.until(() =>
        [...document.querySelectorAll<HTMLButtonElement>('.m-shell-consoleSide button')].find((each) => each.textContent === 'Logout'),
      )
    await page.press(await logout())
    await page.until(() => page.text().includes('Are you sure you want to logout?'))
    await page.press(page.button('Cancel'))
    await page.until(() => !page.text().includes('Are you sure you want to logout?'))
    expect(leave).not.toHaveBeenCalled()
    await page.press(await logout())
    const sure = await page.until(() =>
      [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find((each) => each.textContent === 'Logout'),
    )
    await page.press(sure)
    await page.until(() => leave.mock.calls.length === 1)
  })

  it('the account button names the person, leads to User Preferences, and its Logout asks like that of the side menu', async () => {
    const { page, leave } = await openToLeave()
    await page.until(() => page.hasButton('Account: Ana'))
    await page.press(page.button('Account: Ana'))
    await page.press(await menuItem(page, 'User Preferences'))
    await page.until(() => document.querySelector('dialog h2')?.textContent === 'User Preferences')
    await page.press(dialogButton('Cancel'))
    await page.press(page.button('Account: Ana'))
    await page.press(await menuItem(page, 'Logout'))
    await page.until(() => page.text().includes('Are you sure you want to logout?'))
    expect(leave).not.toHaveBeenCalled()
    await page.press(dialogButton('Logout'))
    await page.until(() => leave.mock.calls.length === 1)
  })

  it('FE-031 speaks the language of the person’s profile from its first screen on, not from the first page of a bot', async () => {
    serverSays({ '/api/me': { data: { ...me, lang: 'pt' } }, '/api/teams': { data: { teams: [] } } })
    setPreference('language', 'en')
    opened = await openScreen('/teams', { '/$': Console })
    await opened.page.until(() => getPreference('language') === 'pt')
    setPreference('language', undefined)
  })

  it('CO-182 leads a stranger at an address with "procore-monthly" to the login of the monthly sandbox', async () => {
    serverSays({})
    await setOwner('p:')
    const address = `/teams/${team}/procore-monthly`
    history.replaceState(null, '', address)
    opened = await openScreen(address, { '/$': Console, '/login/$path': () => <p>Login</p> })
    await opened.page.until(() => opened?.at() === '/login/procore-monthly')
    history.replaceState(null, '', '/')
  })

  it('CO-080 the address named after the product is the login with a mobile', async () => {
    serverSays({})
    const match = router.matchRoutes('/muster', {}).at(-1)
    const component = match && router.routesById[match.routeId]?.options.component
    opened = await openScreen('/muster', { '/muster': component as never })
    await opened.page.until(() => document.querySelector('input[type=tel]'))
    expect(opened.page.text()).toContain('Login with Mobile')
  })
})
