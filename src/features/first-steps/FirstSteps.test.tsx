import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const steps = (...done: string[]) => ({
  steps: ['company', 'site', 'lists', 'managers', 'bot', 'poster', 'tablet'].map((key) => ({
    key,
    done: done.includes(key),
    href: `/${key}`,
  })),
})

let opened: OpenScreen | undefined
beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
})
const open = async () => (opened = await openScreen('/automations', { '/automations': FirstSteps })).page
const start = (name: string) => document.querySelector(`a[aria-label="Start: ${name}"]`)?.getAttribute('href')

it('shows each step until it is done or dismissed, also offline and after a reload', async () => {
  serverSays({ '/api/first-steps': { data: steps('company') } })
  let page = await open()
  await page.until(() => page.text().includes('1 of 7 done'))
  expect([start('Name the company'), start('Print its poster')]).toEqual([undefined, '/poster'])
  await page.press(page.button('Dismiss: Print its poster'))
  await page.until(() => !page.text().includes('Print its poster'))
  await page.remove()
  serverSays({ '/api/first-steps': { trouble: 'offline' } })
  page = await open()
  await page.until(() => page.text().includes('1 of 7 done'))
  expect(page.text()).not.toContain('Print its poster')
  await page.press(page.button('Hide the first steps'))
  await page.until(() => page.text() === '')
})

it('shows nothing when all is done, and to people who own nothing', async () => {
  serverSays({ '/api/first-steps': { data: steps('company', 'site', 'lists', 'managers', 'bot', 'poster', 'tablet') } })
  let page = await open()
  await page.until(() => page.text() === '')
  await page.remove()
  serverSays({ '/api/first-steps': { data: { steps: [] } } })
  page = await open()
  await page.until(() => page.text() === '')
})
