import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CrewTimesScreen } from '../../src/features/crew-times/CrewTimesScreen.tsx'
import { DailyLogScreen } from '../../src/features/daily-log/DailyLogScreen.tsx'
import { daysFound, searchableDays } from '../../src/features/shell/daysFound.ts'
import { TodayScreen } from '../../src/features/today/TodayScreen.tsx'
import { needsOfRole } from '../../src/sync/needsOfRole.ts'
import { ana, closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../harness/console.tsx'

/** Midnight of May 12 on the island; the device and the server are still on May 11. */
const midnight = Date.parse('2026-05-11T10:00:00Z')
const minute = 60_000
const team = { id: 'pier', name: 'Island Pier', role: 'Administrator' } as const
const island = { ...team, zone: 'Pacific/Kiritimati' }
const silent = (date: string, name: string) => ({ team: 'pier', project: 'Island Pier', date, silent: [name], answered: 0 })
const screens = { '/team/$id/log': DailyLogScreen, '/onsite/$team/times': CrewTimesScreen, '/today': TodayScreen }
let opened: OpenScreen | undefined

/** Opens a screen at a moment. `of`: the project as the device's copy of the person has it. */
async function open(address: string, now: number, of: object = island) {
  await opened?.page.remove()
  vi.setSystemTime(now)
  const log = (day: string) => ({ project: 'Island Pier', day, own: true, mayComplete: false, entries: [] })
  const times = {
    name: 'Island Pier',
    rules: { step: 1, breakMinutes: 0, breakAfterHours: 0, reason: false },
    mayEdit: true,
    mayChangeRules: false,
    gates: [],
    sites: [],
    events: [],
    corrections: [],
  }
  const days = ['2026-05-10', '2026-05-11', '2026-05-12']
  serverSays({
    '/api/me': { data: ana({ teams: [of] }) },
    ...Object.fromEntries(days.map((day) => [`/api/team/pier/log/${day}`, { data: log(day) }])),
    ...Object.fromEntries(days.map((day) => [`/api/crewtimes/pier/${day}`, { data: times }])),
    '/api/today': { data: { hasNoBots: false, hazards: [], permits: [], late: [] } },
    '/api/onsite': { data: { projects: [] } },
    '/api/device/list': { data: { devices: [] } },
    '/api/executions/open': {
      data: { executions: [], days: [silent('2026-05-11', 'Asked Monday'), silent('2026-05-10', 'Asked Sunday')] },
    },
  })
  opened = await openScreen(address, screens)
  return opened.page
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: midnight })
  await openDevice()
})
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
  vi.useRealTimers()
})

const shownDay = () => document.querySelector<HTMLInputElement>('input[type=date]')?.value

it.each(['/team/pier/log', '/onsite/pier/times'])('%s opens on the day of the project, before and after its midnight', async (address) => {
  let page = await open(address, midnight - minute)
  await page.until(() => shownDay() === '2026-05-11')
  page = await open(address, midnight + minute)
  await page.until(() => shownDay() === '2026-05-12')
})

it.each(['/team/pier/log', '/onsite/pier/times'])(
  '%s opens on the day of the device with a copy from before, and for a project without a site',
  async (address) => {
    const page = await open(address, midnight + minute, team)
    await page.until(() => shownDay() === '2026-05-11')
  },
)

it('today is the day of the project, and who did not answer yesterday is missing there', async () => {
  let page = await open('/today', midnight - minute)
  await page.until(() => page.text().includes('Asked Sunday'))
  expect(page.text()).toContain('Monday, May 11')
  page = await open('/today', midnight + minute)
  await page.until(() => page.text().includes('Asked Monday'))
  expect(page.text()).toContain('Tuesday, May 12')
  expect(page.text()).not.toContain('Asked Sunday')
})

it('the days that are made ready, and those that are found by a word, are days of the project', async () => {
  const asked = { language: 'en', report: undefined } as const
  const urls = async (now: number, of: object) => {
    const needs = await needsOfRole(async () => ({ gates: [{ id: 'gate', team: 'pier' }] }), {
      ...asked,
      now,
      me: ana({ teams: [of] }) as never,
    })
    return needs.map(({ url }) => url)
  }
  expect(await urls(midnight + minute, island)).toEqual(
    expect.arrayContaining(['/api/team/pier/log/2026-05-13', '/api/crewtimes/pier/2026-05-12']),
  )
  expect(await urls(midnight - minute, island)).not.toContain('/api/team/pier/log/2026-05-13')
  expect(daysFound('yesterday', searchableDays('en', '2026-05-12')).map(({ day }) => day)).toEqual(['2026-05-11'])
})
