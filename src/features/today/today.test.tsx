import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
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
const open = async (rollCalls?: object[]) => {
  serverSays({
    '/api/me': { data: ana({ teams }) },
    '/api/today': { data: { hasNoBots: false, hazards: [], permits: [], late: [], ...(rollCalls && { rollCalls }) } },
    '/api/onsite': { data: { projects: [] } },
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

it('shows a roll call that this device has started without a connection', async () => {
  const page = await open()
  await page.until(() => page.text().includes('On site now'))
  expect(link()).toBeNull()
  await add({ type: 'start', muster: newId(), drill: false, roll: [] })
  await page.until(link)
  expect(page.text(link())).toContain('Muster in progress: join')
})
