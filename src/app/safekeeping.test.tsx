import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceId } from '../store/identity/getOwner.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { getStore } from '../store/db/store.ts'
import { closeDevice, openDevice, openScreen, serverSays } from '../../tests/harness/console.tsx'
import { LossesScreen } from '../features/outbox/LossesScreen.tsx'
import { GrantsScreen } from '../features/sign-in/GrantsScreen.tsx'

interface Asked {
  readonly path: string
  readonly body: unknown
  readonly query: unknown
}
const server = vi.hoisted(() => ({ asked: [] as Asked[], answer: (_asked: Asked): unknown => undefined }))
vi.mock('../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: async ({ path }: { path: string }, _params: unknown, body: unknown, options?: { query?: unknown }) => {
    const asked = { path, body, query: options?.query }
    server.asked.push(asked)
    return server.answer(asked)
  },
}))

beforeEach(async () => {
  await openDevice()
  server.asked.length = 0
})
afterEach(closeDevice)

const screens = { '/losses': LossesScreen, '/grants': GrantsScreen, '/outbox': () => null }
const grant = (id: string, device: string, more: object = {}) => ({
  id,
  device,
  madeAt: '2026-05-04T06:45:00.000Z',
  expiresAt: '2026-08-02T06:45:00.000Z',
  ...more,
})

/** The last button of the open dialog. */
const yes = () => [...document.querySelectorAll('[role="alertdialog"] button')].at(-1) as HTMLButtonElement

describe('what devices lost', () => {
  it('shows the person who runs the project how many saves of which forms, their author, device and time, and what to do', async () => {
    const loss = { uid: 'luis', name: 'Luis Ortega', device: `${'A'.repeat(16)}7KQ2`, count: 4, toldAt: '2026-06-02T07:00:00.000Z' }
    const forms = [{ name: 'Hazard report', count: 3 }]
    const losses = [
      { ...loss, forms, deviceName: 'Gate tablet', from: '2026-06-01T07:00:00.000Z', to: '2026-06-01T07:40:00.000Z' },
      { ...loss, uid: 'sofia', name: 'Sofia Brandt', count: 1, forms: [], from: '', to: '' },
    ]
    serverSays({ '/api/losses': { data: { losses } } })
    const { page } = await openScreen('/losses', screens)
    await page.until(() => page.text().includes('4 saves were lost'))
    const [one, two] = [...page.root.querySelectorAll('article')].map((article) => page.text(article))
    for (const words of [
      'Luis Ortega',
      'Gate tablet',
      '3 × Hazard report, 1 × other forms',
      'Jun 1, 2026',
      'Jun 2, 2026',
      'Ask Luis Ortega for a file',
    ])
      expect(one).toContain(words)
    expect(two).toContain('1 save was lost')
    expect(two).toContain('Device …7KQ2')
    expect(two).not.toContain('Hazard')
    expect(page.root.querySelector('article a')?.getAttribute('href')).toBe('/outbox')
    // This also removes the line on every screen of the console (shell.test.tsx).
    await page.until(() => getPreference('x:losses-seen:u:ana') === '2026-06-02T07:00:00.000Z')
    await page.remove()
  })

  it('says that nothing was lost, and asks again after it could not ask', async () => {
    serverSays({ '/api/losses': { trouble: 'offline' } })
    const { page } = await openScreen('/losses', screens)
    await page.until(() => page.hasButton('Try again'))
    serverSays({ '/api/losses': { data: { losses: [] } } })
    await page.press(page.button('Try again'))
    await page.until(() => page.text().includes('Nothing was lost'))
    // From then on it is cached on the device.
    serverSays({ '/api/losses': { trouble: 'offline' } })
    await page.remove()
    const again = await openScreen('/losses', screens)
    await again.page.until(() => again.page.text().includes('Kept on this device, as of'))
    expect(again.page.text()).toContain('Nothing was lost')
    await again.page.remove()
  })
})

describe('devices that send for a person', () => {
  it('are listed for the person, this one marked, and each can be ended after a question', async () => {
    const here = await deviceId(getStore())
    let grants = [
      grant('one', here),
      grant('two', `${'B'.repeat(16)}9XY4`, { deviceName: 'Old phone', usedAt: '2026-05-10T06:45:00.000Z' }),
    ]
    server.answer = ({ path }) => (path === '/api/grants' ? { grants } : path === '/api/grants/people' ? { people: [] } : { revoked: 1 })
    const { page } = await openScreen('/grants', screens)
    await page.until(() => page.text().includes('(this device)'))
    expect(page.text()).toContain('Old phone')
    expect(page.text()).toContain('Sent last on May 10, 2026.')
    expect(page.text()).toContain('Has sent nothing after a sign-out.')
    expect(page.text()).not.toContain('People of your projects')
    await page.press(page.button('Revoke: Old phone'))
    await page.until(() => page.text().includes('Stop sending from this device?'))
    expect(server.asked.some(({ path }) => path.endsWith(':revoke'))).toBe(false)
    grants = grants.slice(0, 1)
    await page.press(yes())
    await page.until(() => !page.text().includes('Old phone'))
    expect(server.asked.find(({ path }) => path.endsWith(':revoke'))?.body).toEqual({ of: undefined, id: 'two' })
    await page.remove()
  })

  it('of the people of a project are seen and ended, one or all, by who manages it', async () => {
    server.answer = ({ path, query }) => {
      if (path === '/api/grants/people') return { people: [{ uid: 'luis', name: 'Luis Ortega', count: 2 }] }
      if (path === '/api/grants') return { grants: query ? [grant('one', 'A'.repeat(20)), grant('two', 'B'.repeat(20))] : [] }
      return { revoked: 2 }
    }
    const { page } = await openScreen('/grants', screens)
    await page.until(() => page.text().includes('No device sends for you'))
    await page.until(() => page.text().includes('2 devices'))
    await page.press(page.button('Show the devices of Luis Ortega'))
    await page.until(() => page.hasButton('Revoke all'))
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/grants', query: { of: 'luis' } })
    await page.press(page.button('Revoke all'))
    await page.until(() => page.text().includes('Stop sending from all of these devices?'))
    await page.press(yes())
    await page.until(() => server.asked.some(({ path }) => path.endsWith(':revoke')))
    expect(server.asked.find(({ path }) => path.endsWith(':revoke'))?.body).toEqual({ of: 'luis', id: undefined })
    await page.remove()
  })
})
