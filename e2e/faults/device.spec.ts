import type { Page } from '@playwright/test'
import { people } from '../harness/api.ts'
import { startDevice } from '../harness/browser.ts'
import { expect, installed, spokenTo, phoneTest as test } from '../harness/fixtures.ts'
import { processed } from '../pages/form.ts'
import { cell, type Moment } from './cell.ts'

const moments = ['S', 'Q', 'B', 'R', 'A'] as const satisfies Moment[]

test.afterEach(({ site }) => site.proxy.reset())

const stored = (moment: Moment) => (moment === 'S' ? 'maybe' : 'surely')

for (const moment of moments)
  test(`2${moment} a browser that is killed loses no save`, async ({ site, profile }) => {
    const device = await startDevice(undefined, profile)
    try {
      await site.signedIn(device.page, people.worker)
      await installed(device.page)
      await device.quit()
      await device.restart()
      const one = await cell(site, { withPhoto: moment === 'B' })
      await one.open(device.page)
      await one.reach(device.page, moment)
      await device.kill()
      one.heal()
      const page = await device.restart()
      await page.goto(site.address)
      await one.arrived(page, stored(moment))
    } finally {
      await device.close()
    }
  })

/** Web Locks that never lock, so that every page believes that it is the only sender. */
const withoutLocks = () => {
  const open = (name: string, options: unknown, work?: (lock: unknown) => unknown) =>
    Promise.resolve((work ?? (options as (lock: unknown) => unknown))({ name, mode: 'exclusive' }))
  Object.defineProperty(LockManager.prototype, 'request', { value: open })
}

for (const moment of moments)
  test(`5${moment} two pages that send at once make one`, async ({ context, site }) => {
    await context.addInitScript(withoutLocks)
    const [page, other] = [await context.newPage(), await context.newPage()]
    await site.signedIn(page, people.worker)
    await spokenTo(page)
    await other.goto(`${site.address}/outbox`)
    await installed(page)
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    await other.reload()
    await expect(processed(page)).toBeVisible()
    one.heal()
    await one.arrived(page)
    await one.arrived(other)
  })

/** Another version opens the database: the browser closes it for all other pages. */
const closeDatabase = (page: Page) =>
  page.evaluate(async () => {
    const { version = 10 } = (await indexedDB.databases()).find(({ name }) => name === 'muster') ?? {}
    const request = indexedDB.open('muster', version + 10)
    await new Promise<void>((resolve, reject) => {
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    })
    request.result.close()
  })

for (const moment of moments)
  test(`20${moment} a database that is closed under the app is opened again`, async ({ worker: page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    await closeDatabase(page)
    await expect(processed(page)).toBeVisible()
    one.heal()
    await one.arrived(page)
    expect(await page.locator('[data-status-screen=error]').count()).toBe(0)
  })
