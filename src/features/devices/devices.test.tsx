import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf } from '../../../contract/endpoint.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { appVersionCode, type Command, type Device, lockableFrom } from '../../../contract/endpoints/devices.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { MusterDb, rowVersion, SpillDb } from '../../store/db/MusterDb.ts'
import { changeDevice, deviceState, joinAccount } from '../../store/session/deviceState.ts'
import { deviceMarkKey } from '../../store/session/deviceMark.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { CommandRunner } from './CommandRunner.tsx'
import { DeviceScreen } from './DeviceScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'

const key = 'A'.repeat(20)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const gate: Device = {
  key,
  name: 'Gate 1 tablet',
  shortId: '7KQ2M9',
  versionCode: appVersionCode,
  lastPing: ago(4),
  billingAccount: { id: 'acc', name: 'Harbor & Pine Builders' },
  rev: 3,
  mayManage: true,
  locked: false,
  alertHours: 2,
  silent: false,
  registeredAt: ago(9000),
  registeredBy: 'Daniel Reyes',
  skewMs: -180_000,
  facts: {
    app: '1.4.0',
    forms: [{ key: 'check-in', name: 'Check-in', version: 'old', current: false }],
    battery: { percent: 41, charging: true },
    storage: { used: 2_000_000, quota: 900_000_000 },
    unsent: { count: 3, oldest: ago(125) },
    at: 'kiosk',
  },
}
const me = { uid: 'ana', name: 'Ana', path: 'people/ana', isAdmin: false, isBeta: false, teams: [] }
const account = { id: 'acc', name: 'Harbor & Pine Builders', status: 'Active', role: 'Administrator' }

vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: `/devices/${'A'.repeat(20)}` }),
  useRouter: () => ({ navigate: vi.fn() }),
}))

const asked = vi.hoisted(() => ({ calls: [] as { path: string; body: unknown }[], answer: (_path: string): unknown => undefined }))
vi.mock('../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: async (endpoint: { path: string }, _params: unknown, body: unknown) => {
    asked.calls.push({ path: endpoint.path, body })
    return asked.answer(endpoint.path)
  },
}))

let drawn: DrawnPage | undefined
beforeEach(async () => {
  localStorage.clear()
  asked.calls.length = 0
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  setFetcher(async () => 'fresh')
  await setOwner('u:ana')
})
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  setFetcher(undefined)
  setStore(undefined)
  forgetOwner()
})

let version = 0
const keep = (url: string, data: unknown) =>
  getStore().db.screens.put({ owner: 'u:ana', url, v: rowVersion, version: ++version, data, fetchedAt: Date.now() } as never)
const whole = addressOf(getMe, undefined, wholeMe)

describe('Devices', () => {
  it('shows each device with its name, short id, version code, last ping and billing account, and how it does (CO-172)', async () => {
    await keep('/api/device/list', {
      devices: [gate, { ...gate, key: 'B'.repeat(20), name: 'Gate 2 tablet', silent: true, mayManage: false }],
    })
    await keep(whole, { ...me, billingAccounts: [account] })
    drawn = await drawPage(<DevicesScreen />)
    await drawn.until(() => drawn?.root.querySelector('a[href="/devices/register"]') && drawn.text().includes('Gate 1 tablet'))
    const { root, text } = drawn
    const heads = [...root.querySelectorAll('th')].map((head) => text(head))
    expect(heads).toEqual(expect.arrayContaining(['Name', 'Short ID', 'Version code', 'Last ping', 'Billing account', 'Status']))
    const [first, second] = [...root.querySelectorAll('tbody tr[data-row]')]
    expect(text(first)).toContain(`Gate 1 tabletOnline7KQ2M9${appVersionCode}4 minutes agoHarbor & Pine Builders41 %3, oldest 2 hours ago`)
    expect(text(second)).toContain('Silent')
    expect(second?.querySelector('button')).toBeNull()
    // The registration page opens in a separate window.
    const register = root.querySelector<HTMLAnchorElement>('a[href="/devices/register"]')
    expect([register?.target, text(register)]).toEqual(['_blank', 'Register'])
  })

  it('shows a paired kiosk with its bot, place, status, when it was last seen and what it has not sent, also where no device is registered', async () => {
    const kiosk = {
      uid: `kiosk.${'K'.repeat(20)}`,
      deviceCode: 'AB23CD45',
      bot: { id: 'gate', title: 'Gate 1 Check-in' },
      project: 'Harbor Point',
      site: 'Tower',
      lastSeen: ago(40),
      silent: false,
      unsent: { count: 24, oldest: ago(180) },
    }
    const silent = { ...kiosk, uid: 'silent', deviceCode: 'CC22CC22', lastSeen: '2026-05-04T06:45:00.000Z', silent: true }
    const empty = { ...silent, uid: 'empty', deviceCode: 'DD22DD22', unsent: { count: 0 } }
    await keep('/api/device/list', {
      devices: [],
      kiosks: [kiosk, silent, empty, { ...empty, uid: 'all', deviceCode: 'EE22EE22', silent: false }],
    })
    await keep(whole, { ...me, billingAccounts: [account] })
    drawn = await drawPage(<DevicesScreen />)
    await drawn.until(() => drawn?.text().includes('AB23CD45'))
    const { root, text } = drawn
    const row = (code: string) => [...root.querySelectorAll('tbody tr[data-row]')].find((one) => text(one).includes(code))
    const first = row('AB23CD45')
    expect(text(first)).toContain('Gate 1 Check-inAB23CD45OnlineGate 1 Check-inHarbor Point, Tower40 minutes ago24, oldest 3 hours ago')
    // A silent kiosk may have saved since its last report: its number has the time, and 0 is left out.
    expect(text(row('CC22CC22'))).toMatch(/Silent.* ago ?24 at May 4, 2026, \d+:45 [AP]M/)
    expect(text(row('DD22DD22'))).toMatch(/Silent.* ago$/)
    expect(text(row('EE22EE22'))).toMatch(/Online.* ago0$/)
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('/automation/gate/kiosk')
    expect(text()).not.toContain('No devices yet')
  })

  it('leads a person without a billing account to a new one, because tablets belong to one', async () => {
    await keep('/api/device/list', { devices: [] })
    await keep(whole, { ...me, billingAccounts: [] })
    drawn = await drawPage(<DevicesScreen />)
    await drawn.until(() => drawn?.text().includes('Tablets belong to a billing account.'))
    expect(drawn.text(drawn.root.querySelector('a[href="/billing/create"]'))).toBe('Create Billing Account')
    await drawn.remove()
    await keep(whole, { ...me, billingAccounts: [{ ...account, role: 'Member' }] })
    drawn = await drawPage(<DevicesScreen />)
    await drawn.until(() => drawn?.text().includes('An Owner or Administrator of your billing account can register tablets here.'))
  })

  it('renames a device at once, with a connection or without; a name is needed (CO-173)', async () => {
    await keep('/api/device/list', { devices: [gate] })
    drawn = await drawPage(<DevicesScreen />)
    await drawn.until(() => drawn?.hasButton('Rename'))
    await drawn.press(drawn.button('Rename'))
    await drawn.type(drawn.control('Name'), '  ')
    await drawn.press(drawn.button('Save'))
    expect(drawn.text()).toContain('A device needs a name.')
    await drawn.type(drawn.control('Name'), 'North gate')
    await drawn.press(drawn.button('Save'))
    await drawn.until(() => drawn?.root.querySelector('tbody a')?.textContent === 'North gate')
    const [waiting] = await getStore().db.outbox.toArray()
    expect(waiting).toMatchObject({
      method: 'PATCH',
      url: `/api/data/devices/${key}`,
      baseRev: 3,
      body: { payload: { name: 'North gate' } },
    })
  })

  it('offers codes that lock and unlock only where the app on the device understands them (CO-175, CO-176, CO-508)', async () => {
    const address = `/api/devices/${key}`
    await keep(address, { device: gate, commands: [] })
    drawn = await drawPage(<DeviceScreen />)
    await drawn.until(() => drawn?.hasButton('Show the code'))
    expect([drawn.hasButton('Lock'), drawn.text()]).toEqual([true, expect.stringContaining('Not the newest version: Check-in')])
    expect(drawn.text()).toContain('3 min fast')
    await drawn.choose(drawn.root.querySelector('select') as HTMLElement, 'Unlocks the device')
    await drawn.press(drawn.button('Show the code'))
    const image = drawn.root.querySelector('img')
    expect(image?.getAttribute('src')).toBe(`/api/device/qr.png?billing=acc&device=${key}&content=unlock&validity=60`)
    await drawn.remove()

    await keep(address, { device: { ...gate, versionCode: lockableFrom - 1 }, commands: [] })
    drawn = await drawPage(<DeviceScreen />)
    await drawn.until(() => drawn?.hasButton('Show the code'))
    expect([drawn.hasButton('Lock'), drawn.text().includes('Unlocks the device')]).toEqual([false, false])
    await drawn.press(drawn.button('Show the code'))
    expect(drawn.root.querySelector('img')?.getAttribute('src')).toBe(`/api/device/qr.png?billing=acc&device=${key}`)
  })

  it('asks a device to do something and shows how far it has come', async () => {
    const done: Command = { id: 'c', kind: 'restart', state: 'done', askedBy: 'Ana', askedAt: ago(9), deliveredAt: ago(6), doneAt: ago(5) }
    await keep(`/api/devices/${key}`, { device: gate, commands: [done] })
    drawn = await drawPage(<DeviceScreen />)
    await drawn.until(() => drawn?.root.querySelector('[data-command=restart]'))
    expect(drawn.text(drawn.root.querySelector('[data-command=restart]'))).toMatch(/^Restart: Done.*Asked .* by Ana, delivered .*, done /)
    await drawn.press(drawn.button('Message'))
    await drawn.press(drawn.button('Send'))
    expect(drawn.text()).toContain('A message needs a text.')
    await drawn.type(document.querySelector('textarea') as HTMLElement, 'Gate 1 closes at 5')
    await drawn.press(drawn.button('Send'))
    expect(asked.calls).toEqual([
      {
        path: '/api/devices/:device/commands',
        body: { id: expect.stringMatching(/^\w{20}$/), kind: 'message', text: 'Gate 1 closes at 5' },
      },
    ])
  })

  it('the page that registers shows a short id and a code, and says when the device has reported (CO-174)', async () => {
    await keep(whole, { ...me, billingAccounts: [account] })
    await keep('/api/device/list', { devices: [] })
    asked.answer = () => ({ shortId: '7KQ2M9', url: 'https://site.example/device/abc', expiresAt: ago(-15) })
    drawn = await drawPage(<RegisterScreen />)
    await drawn.until(() => drawn?.root.querySelector('svg[role=img]'))
    expect(drawn.text()).toContain('7KQ2M9')
    expect(drawn.text()).toContain('Waiting for the device.')
    await keep('/api/device/list', { devices: [gate] })
    await drawn.until(() => drawn?.text().includes('Gate 1 tablet (7KQ2M9) belongs to Harbor & Pine Builders now and has reported.'))
  })
})

describe('a device of a billing account', () => {
  const mark = { token: 'secret', name: 'Gate 1', shortId: '7KQ2M9', account: 'Harbor & Pine', verifyKey: 'x', locked: false }
  it('is itself again after the browser has wiped one of its two memories', async () => {
    await joinAccount(mark)
    await getStore().db.meta.delete('device')
    expect(await deviceState()).toMatchObject({ token: 'secret', lastBeat: 0 })
    localStorage.clear()
    await deviceState()
    expect(JSON.parse(localStorage.getItem(deviceMarkKey) ?? '{}')).toMatchObject({ token: 'secret' })
  })

  it('shows a message until a person has read it, and reloads only when nothing would be lost', async () => {
    await joinAccount(mark)
    const open = [
      { id: 'm'.repeat(20), kind: 'message', text: 'Gate 1 closes at 5' },
      { id: 'l'.repeat(20), kind: 'lock' },
      { id: 'r'.repeat(20), kind: 'restart' },
    ] as const
    await changeDevice((device) => ({ ...device, open }))
    let typing = true
    const restart = vi.fn<() => void>()
    const acts = { mayReload: () => !typing, refresh: vi.fn<() => void>(), restart, pairAgain: async () => false }
    drawn = await drawPage(<CommandRunner acts={acts} />)
    await drawn.until(() => drawn?.text().includes('Gate 1 closes at 5'))
    expect((await deviceState())?.locked).toBe(false)
    await drawn.press(drawn.button('I have read it'))
    await drawn.until(async () => (await deviceState())?.locked)
    await drawn.until(async () => (await deviceState())?.open.length === 1)
    expect(restart).not.toHaveBeenCalled()
    typing = false
    await drawn.until(() => restart.mock.calls.length > 0)
    expect((await deviceState())?.done).toEqual(open.map(({ id }) => id))
  })
})
