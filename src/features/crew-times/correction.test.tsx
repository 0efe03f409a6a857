import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, closeDevice, dialogButton, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
import { getStore } from '../../store/db/store.ts'
import { CrewTimesScreen } from './CrewTimesScreen.tsx'

const day = '2026-05-11'
const rules = { step: 1, breakMinutes: 0, breakAfterHours: 0, reason: false }
let opened: OpenScreen

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T15:31:00Z`) })
  await openDevice()
  serverSays({
    '/api/me': { data: ana({ teams: [{ id: 'tower', name: 'Harbor Tower', role: 'Member' }] }) },
    [`/api/crewtimes/tower/${day}`]: {
      data: {
        name: 'Harbor Tower',
        zone: 'UTC',
        rules,
        mayEdit: true,
        mayChangeRules: false,
        gates: [],
        sites: [],
        events: [],
        corrections: [],
      },
    },
  })
  opened = await openScreen(`/onsite/tower/times?day=${day}`, { '/onsite/$team/times': CrewTimesScreen })
})
afterEach(async () => {
  await opened.page.remove()
  closeDevice()
  vi.useRealTimers()
})

it('times that have not come yet, or the wrong way round, are said before anything is stored', async () => {
  const { page } = opened
  await page.until(() => page.hasButton('Add a person'))
  await page.press(page.button('Add a person'))
  await page.until(() => document.querySelector('dialog input'))
  await page.type(page.control('Name'), 'Tia Times')
  const errors = () => [...document.querySelectorAll('dialog .m-controls-error')].map((each) => page.text(each))
  const enter = async (from: string, out: string) => {
    await page.type(page.control('In'), from)
    await page.type(page.control('Out'), out)
    await page.press(dialogButton('Save'))
  }
  await enter('16:00', '')
  expect(errors()).toEqual(['This time is in the future'])
  await enter('07:00', '16:00')
  expect(errors()).toEqual(['This time is in the future'])
  await enter('07:00', '06:30')
  expect(errors()).toEqual(['The time out must be after the time in'])
  expect(await getStore().db.outbox.count()).toBe(0)
  await enter('07:00', '15:00')
  await page.until(async () => (await getStore().db.outbox.count()) === 1)
})
