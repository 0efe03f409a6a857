import type { BrowserContext, Page } from '@playwright/test'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { enterPin } from '../pages/signIn.ts'
import { type Cell, cell, type Moment } from './cell.ts'

/** The session ends while the save is at that moment: the server answers 401 from now on. */
async function loseSession(context: BrowserContext, one: Cell, page: Page, moment: Moment) {
  if (moment !== 'S') await one.reach(page, moment)
  await context.clearCookies()
  if (moment === 'S') await one.reach(page, 'S')
  // The running request is cut and sent again, without a session.
  one.site.proxy.down()
  one.heal()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

for (const moment of ['S', 'Q', 'B', 'R'] as const)
  test(`12${moment} an expired session keeps the save, and the same person’s PIN sends it`, async ({ worker: page, site, context }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await loseSession(context, one, page, moment)
    await expect(dialog(page)).toBeVisible()
    expect((await deviceRows(page)).outbox).toHaveLength(1)
    await enterPin(page, site.server.address, people.worker)
    await expect(dialog(page)).toBeHidden()
    await one.arrived(page)
  })

for (const moment of ['S', 'Q', 'B', 'R', 'A'] as const)
  test(`13${moment} another person who signs in never sends what is not theirs`, async ({ worker: page, site, context }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await loseSession(context, one, page, moment)
    await expect(dialog(page)).toBeVisible()
    const before = site.proxy.seen.length
    await enterPin(page, site.server.address, people.owner)
    // A manager starts in the console.
    await expect(page).toHaveURL(/\/automations$/)
    await expect(page.locator('[data-sync]')).toBeVisible()

    // No request of the first person is sent under the second person's name.
    const owner = await site.reader(people.owner)
    const writes = site.proxy.seen.slice(before).filter(({ method, path }) => method !== 'GET' && /^\/api\/(data|uploads)/.test(path))
    expect(writes.filter(({ headers }) => headers['x-actor'] === owner.headers['x-actor'])).toEqual([])
    const rows = (await owner.records('quick')).filter(({ model }) => model['note'] === one.note)
    expect(rows).toHaveLength(moment === 'A' ? 1 : 0)
    expect((await deviceRows(page)).outbox).toHaveLength(1)

    // The first person signs in again: the save is sent automatically, under their name.
    await page.goto(`${site.address}/sign-in`)
    await enterPin(page, site.server.address, people.worker)
    await one.arrived(page)
    const worker = await site.reader(people.worker)
    const [arrived] = (await owner.records('quick')).filter(({ model }) => model['note'] === one.note)
    expect(arrived?.createdBy).toBe(worker.headers['x-actor'])
  })
