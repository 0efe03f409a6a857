import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, type OpenScreen, type Said, serverSays } from '../../../tests/harness/console.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { musterPath } from '../../../contract/endpoints/muster.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { queue } from '../../store/outbox/queue.ts'
import { TodayScreen } from './TodayScreen.tsx'

const teams = [{ id: 'tower', name: 'Harbor Tower', role: 'Member' }]
const running = {
  team: 'tower',
  project: 'Harbor Tower',
  ids: ['M'.repeat(20)],
  drill: true,
  at: new Date().toISOString(),
  by: 'Grace Okafor',
}
let opened: OpenScreen
const open = async (rollCalls?: object[], devices: object = { devices: [] }) => {
  serverSays({
    '/api/me': { data: ana({ teams }) },
    '/api/today': { data: { hasNoBots: false, hazards: [], permits: [], late: [], ...(rollCalls && { rollCalls }) } },
    '/api/rollcalls': { data: { rollCalls: rollCalls ?? [] } },
    '/api/onsite': { data: { projects: [] } },
    '/api/device/list': { data: devices },
  })
  opened = await openScreen('/today', { '/today': TodayScreen })
  return opened.page
}
const link = () => document.querySelector('a[href="/onsite/tower/muster"]')
const add = (event: object) =>
  queue(saveRecord, { '*': musterPath('tower', newId()) }, { payload: { at: new Date().toISOString(), skewMs: 0, ...event }, feed: false })

beforeEach(() => openDevice())
afterEach(async () => {
  await opened.page.remove()
  closeDevice()
})

it('shows a roll call in progress first, with who started it and the way to join', async () => {
  const page = await open([running])
  await page.until(link)
  expect(page.text(link())).toContain('Drill in progress: join')
  expect(page.text(link())).toMatch(/Harbor Tower · Started .+ by Grace Okafor/)
  await add({ type: 'end', muster: running.ids[0] })
  await page.until(() => link() === null)
})

it('shows a roll call that began elsewhere within 15 s, and does not ask for the rest of the day so often', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const page = await open()
    await page.until(() => page.text().includes('On site now'))
    expect(link()).toBeNull()
    const says: Record<string, Said> = {
      '/api/rollcalls': { data: { rollCalls: [running] } },
      '/api/today': { trouble: { code: 'TOO_OFTEN', message: 'Too often' } },
    }
    serverSays(says)
    await act(async () => void vi.advanceTimersByTime(15_000))
    await page.until(link)
    expect(page.text()).not.toContain('Too often')
    says['/api/rollcalls'] = { data: { rollCalls: [] } }
    await act(async () => void vi.advanceTimersByTime(15_000))
    await page.until(() => link() === null)
  } finally {
    vi.useRealTimers()
  }
})

it('shows a roll call that this device has started without a connection', async () => {
  const page = await open()
  await page.until(() => page.text().includes('On site now'))
  expect(link()).toBeNull()
  await add({ type: 'start', muster: newId(), drill: false, roll: [] })
  await page.until(link)
  expect(page.text(link())).toContain('Muster in progress: join')
})

it('shows the kiosks of a manager with their state, the silent one first', async () => {
  const kiosk = {
    uid: 'a',
    deviceCode: 'AB23CD45',
    bot: { id: 'gate', title: 'Gate 1' },
    project: 'Harbor Tower',
    lastSeen: new Date().toISOString(),
  }
  const page = await open([], {
    devices: [],
    kiosks: [
      { ...kiosk, silent: false, unsent: { count: 0 } },
      { ...kiosk, uid: 'b', deviceCode: 'ZZ22ZZ22', silent: true, unsent: { count: 24 } },
    ],
  })
  const lines = () => [...document.querySelectorAll('a[href="/automation/gate/kiosk"]')].map((line) => page.text(line))
  await page.until(() => lines().length === 2)
  expect(lines()[0]).toMatch(/Gate 1 \(ZZ22ZZ22\)Last seen .+ with 24 unsent saves · Harbor Tower$/)
  expect(lines()[1]).toBe('Gate 1 (AB23CD45)Online · Harbor Tower')
  expect(page.text()).toContain('1 silent')
})

it('a silent device that is a kiosk has the line of the kiosk with its unsent saves, and counts once', async () => {
  const device = {
    key: 'D'.repeat(20),
    name: 'Gate 1 tablet',
    lastPing: new Date().toISOString(),
    billingAccount: { id: 'acc', name: 'Harbor' },
    silent: true,
  }
  const kiosk = {
    uid: 'b',
    deviceCode: 'ZZ22ZZ22',
    bot: { id: 'gate', title: 'Gate 1' },
    project: 'Harbor Tower',
    lastSeen: device.lastPing,
  }
  const silent = { ...kiosk, device: device.key, silent: true, unsent: { count: 24 } }
  const page = await open([], { devices: [device, { ...device, key: 'E'.repeat(20), name: 'Office tablet' }], kiosks: [silent] })
  await page.until(() => page.text().includes('Gate 1 (ZZ22ZZ22)'))
  expect(page.text()).toContain('with 24 unsent saves')
  expect(page.text()).toContain('Office tablet')
  expect(page.text()).not.toContain('Gate 1 tablet')
  expect(page.text()).toContain('2 silent')
})
