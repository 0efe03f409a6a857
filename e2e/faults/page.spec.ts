import type { Page } from '@playwright/test'
import { expect } from '../harness/fixtures.ts'
import { processed } from '../pages/form.ts'
import { cell, type Moment, records, stopWorkers } from './cell.ts'
import { test } from './phone.ts'

const moments = ['S', 'Q', 'B', 'R', 'A'] as const satisfies Moment[]

async function crash(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

for (const moment of moments)
  test(`1${moment} a page that crashes loses no save`, async ({ page: first, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(first)
    await one.reach(first, moment)
    const context = first.context()
    await crash(first)
    one.heal()
    const page = await context.newPage()
    await page.goto(site.address)
    await one.arrived(page, moment === 'S' ? 'maybe' : 'surely')
    await page.close()
  })

for (const moment of moments)
  test(`3${moment} a service worker that is stopped changes nothing`, async ({ page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    await stopWorkers(page)
    await expect(processed(page)).toBeVisible()
    one.heal()
    await one.arrived(page)
  })

/** Advances the clock until the heartbeat of a lock is too old: the frozen page never releases its lock. */
const passTime = async (page: Page) => {
  await page.clock.fastForward(35_000)
}

for (const moment of moments)
  test(`4${moment} a frozen page is taken over by another one, and does no harm when it wakes`, async ({ page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    const before = site.proxy.seen.length
    const arrived = () => site.proxy.seen.slice(before).some(({ path, status }) => records.path.test(path) && status === 200)
    const other = await page.context().newPage()
    await other.clock.install()
    if (moment === 'Q') one.heal()
    await other.goto(site.address)
    // At moment S the page has not acknowledged the save yet: it continues when the page is active again.
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
    await other.close()
  })
