import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ana, closeDevice, dialogButton, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/queue.ts'
import { OnSiteScreen } from './OnSiteScreen.tsx'

const at = Date.now() - 60_000
const tap = (id: string, mobile: string) => ({ id, direction: 'in', at, received: at, name: 'Bo Lee', company: 'Acme', mobile })
let opened: OpenScreen
const open = async (role: string) => {
  serverSays({
    '/api/me': { data: ana({ teams: [{ id: 'tower', name: 'Harbor Tower', role }] }) },
    '/api/onsite/tower': {
      data: { team: 'tower', name: 'Harbor Tower', sites: [], gates: [], events: [tap('a', '+12025550101'), tap('b', '+12025550102')] },
    },
    '/api/musters/tower': { data: { events: [] } },
  })
  opened = await openScreen('/onsite/tower', { '/onsite/$team': OnSiteScreen })
  await opened.page.until(() => document.querySelector('[data-count]'))
  return opened.page
}
/** The sign-ins of two people of the list, and a manager's decision that they are two, a minute ago. */
const openDecided = async () => {
  const [one, two] = [tap('a', '+12025550101'), tap('b', '+12025550102')]
  const who = { stays: { name: 'Bo Lee', person: 'k1' }, was: { name: 'Bo Lee', person: 'k2' } }
  serverSays({
    '/api/me': { data: ana({ teams: [{ id: 'tower', name: 'Harbor Tower', role: 'Administrator' }] }) },
    '/api/onsite/tower': {
      data: {
        team: 'tower',
        name: 'Harbor Tower',
        sites: [],
        gates: [],
        events: [
          { ...one, person: 'k1' },
          { ...two, person: 'k2' },
        ],
        same: [{ id: 'd1', decision: { ...who, isSame: false, at: new Date(at).toISOString(), skewMs: 0 } }],
      },
    },
    '/api/musters/tower': { data: { events: [] } },
  })
  opened = await openScreen('/onsite/tower', { '/onsite/$team': OnSiteScreen })
  await opened.page.until(() => count() === '2')
  return opened.page
}
const mergeInList = (mergedAt: number) => {
  const people = { k2: { mergedInto: 'k1', mergedAt: new Date(mergedAt).toISOString() } }
  return queue(saveRecord, { '*': 'teams/tower' }, { payload: { people } })
}
const count = () => document.querySelector('[data-count]')?.getAttribute('data-count')

beforeEach(() => openDevice())
afterEach(async () => {
  await opened.page.remove()
  closeDevice()
})

it('a member merges two who are one without a connection, and tells them apart again', async () => {
  const page = await open('Member')
  await page.until(() => page.text().includes('Possibly the same person'))
  expect(count()).toBe('2')
  expect(page.text()).toContain('They have the same name.')
  await page.press(page.button('Same person: Bo Lee'))
  await page.press(await page.until(() => document.querySelector('dialog button') && dialogButton('Merge')))
  await page.until(() => count() === '1')
  expect(page.text()).not.toContain('Possibly the same person')
  await page.press(page.button('Separate again: Bo Lee'))
  await page.until(() => count() === '2')
  expect(page.text()).not.toContain('Possibly the same person')
})

it('two who are two people are not suggested again', async () => {
  const page = await open('Member')
  await page.press(await page.until(() => page.hasButton('Two people: Bo Lee') && page.button('Two people: Bo Lee')))
  await page.until(() => !page.text().includes('Possibly the same person'))
  expect(count()).toBe('2')
})

it('a merge in the list of people after the decision counts at once on this device', async () => {
  const page = await openDecided()
  await mergeInList(Date.now())
  await page.until(() => count() === '1')
  // It is taken back in the list.
  expect(page.text()).not.toContain('Separate again')
})
