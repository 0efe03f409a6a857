import type { Page } from '@playwright/test'
import { people } from '../harness/api.ts'
import { startDevice } from '../harness/browser.ts'
import { expect, installed, test } from '../harness/fixtures.ts'
import { processed } from '../pages/form.ts'
import { cell, type Moment, records } from './cell.ts'

const moments = ['S', 'Q', 'B', 'R', 'A'] as const satisfies Moment[]

test.afterEach(({ site }) => site.proxy.reset())

const stored = (moment: Moment) => (moment === 'S' ? 'maybe' : 'surely')

async function crash(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

for (const moment of moments)
  test(`1${moment} a page that crashes loses no save`, async ({ worker, context, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(worker)
    await one.reach(worker, moment)
    await crash(worker)
    one.heal()
    const page = await context.newPage()
    await page.goto(site.address)
    await one.arrived(page, stored(moment))
  })

for (const moment of moments)
  test(`2${moment} a browser that is killed loses no save`, async ({ site }) => {
    const device = await startDevice()
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

for (const moment of moments)
  test(`3${moment} a service worker that is stopped changes nothing`, async ({ worker: page, context, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    const cdp = await context.newCDPSession(page)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    await expect(processed(page)).toBeVisible()
    one.heal()
    await one.arrived(page)
  })

/** Sees a lock that has been silent for long enough without waiting for it: the frozen page keeps its own for ever. */
const passTime = async (page: Page) => {
  await page.clock.fastForward(35_000)
}

for (const moment of moments)
  test(`4${moment} a frozen page is taken over by another one, and does no harm when it wakes`, async ({ worker: page, context, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    const before = site.proxy.seen.length
    const arrived = () => site.proxy.seen.slice(before).some(({ path, status }) => records.path.test(path) && status === 200)
    const other = await context.newPage()
    await other.clock.install()
    if (moment === 'Q') one.heal()
    await other.goto(site.address)
    // What the frozen page was storing is not promised yet: it goes on when it wakes.
    if (moment !== 'S')
      await expect
        .poll(async () => {
          await passTime(other)
          return arrived()
        })
        .toBe(true)
    one.heal()
    await cdp.send('Page.setWebLifecycleState', { state: 'active' })
    await expect(processed(page)).toBeVisible()
    await one.arrived(page)
    await one.arrived(other)
  })

/** Locks that lock nothing, so that every page believes that it alone sends. */
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

/** Another version opens the database: the browser closes it under everybody else. */
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
