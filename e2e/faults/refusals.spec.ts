import type { Page } from '@playwright/test'
import { deviceRows } from '../harness/device-rows.ts'
import { cookiesOf } from '../harness/cookiesOf.ts'
import { expect, people } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, fill, processed, save } from '../pages/form.ts'
import { cell, records, uploads } from './cell.ts'
import { test } from './phone.ts'

const ours = { 'x-app': '1' }

/** From now on the browser sends this person's session, as after a sign-in in another tab. */
async function cookieOf(page: Page, address: string, headers: Readonly<Record<string, string>>) {
  await page.context().addCookies(cookiesOf(headers['cookie'], address))
}

for (const moment of ['S', 'Q', 'B', 'R'] as const)
  test(`14${moment} a save waits while the browser holds the session of another person, and is sent for its own person`, async ({
    page,
    site,
  }) => {
    const [owner, worker] = [await site.reader(people.owner), await site.reader(people.worker)]
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    if (moment !== 'S') await one.reach(page, moment)
    await cookieOf(page, site.address, owner.headers)
    const before = site.proxy.seen.length
    if (moment === 'S') await one.reach(page, 'S')
    else {
      // The running request is cut and sent again, with the other session.
      site.proxy.down()
      one.heal()
      await page.evaluate(() => dispatchEvent(new Event('online')))
    }
    await expect(processed(page)).toBeVisible()
    await expect.poll(() => site.proxy.seen.slice(before).some(({ status }) => status === 403)).toBe(true)
    expect((await deviceRows(page)).outbox).toHaveLength(1)
    expect((await owner.records('quick')).filter(({ model }) => model['note'] === one.note)).toEqual([])

    await cookieOf(page, site.address, worker.headers)
    await page.goto(site.address)
    await one.arrived(page)
    const [arrived] = (await owner.records('quick')).filter(({ model }) => model['note'] === one.note)
    expect(arrived?.createdBy).toBe(worker.headers['x-actor'])
  })

for (const [moment, match] of [
  ['B', uploads],
  ['R', records],
] as const) {
  test(`15${moment} a save that the server refuses is set aside with what follows it, and nothing else waits for it`, async ({
    page,
    site,
  }) => {
    const one = await cell(site)
    await one.open(page)
    await one.send(page)
    await one.arrived(page)
    const manager = await site.reader(people.manager)
    const mine = async () => (await manager.records('quick')).filter(({ model }) => String(model['note']).startsWith(one.note))
    const path = (await mine())[0]?.path ?? ''

    const error = { code: 'invalid', message: 'The note is too short.' }
    const refusal = site.proxy.on(match, { kind: 'status', status: 422, headers: ours, body: { error } })
    const notes = ['looked at', 'looked at again', 'done'].map((what) => `${one.note}, ${what}`)
    for (const [n, note] of notes.entries()) {
      await page.goto(`${site.address}/frontend/${path}`)
      await fill(page, 'note', note)
      if (n === 0 && moment === 'B') await addPhotos(page, 'photos', [photo(15)])
      await save(page, 'Save')
      // The refusal of the first save may arrive before the page shows "saved".
      await expect(n === 0 ? processed(page).or(page.getByText(error.message)).first() : processed(page)).toBeVisible()
      if (n > 0) continue
      await refusal.reached()
      await expect.poll(async () => (await deviceRows(page)).outbox.map(({ state }) => state)).toEqual(['parked'])
    }
    const other = await cell(site)
    await other.open(page)
    await other.send(page)
    await expect.poll(async () => (await manager.records('quick')).some(({ model }) => model['note'] === other.note)).toBe(true)
    // The device has the answer a moment after the server has the record.
    await expect
      .poll(async () => (await deviceRows(page)).outbox.map(({ path: of, state }) => [of, state]))
      .toEqual([
        [path, 'parked'],
        [path, 'queued'],
        [path, 'queued'],
      ])
    expect((await mine()).map(({ rev, model }) => [rev, model['note']])).toEqual([[1, one.note]])

    // After a person's retry all saves arrive, in order.
    await page.goto(`${site.address}/outbox`)
    await expect(page.locator('[data-state=parked]')).toContainText('The note is too short.')
    await page.locator('[data-state=parked]').getByRole('button', { name: 'Retry' }).click()
    await expect.poll(async () => (await deviceRows(page)).outbox, { timeout: 30_000 }).toEqual([])
    expect((await mine()).map(({ rev, model }) => [rev, model['note']])).toEqual([[4, notes.at(-1)]])
  })

  test(`17${moment} a save that is still being stored elsewhere is asked for again`, async ({ page, site }) => {
    const error = { code: 'in_progress', message: 'The same save is being stored right now.' }
    const headers = { ...ours, 'retry-after': '1' }
    const busy = site.proxy.on(match, { kind: 'status', status: 409, headers, body: { error } }, { times: 2 })
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.send(page)
    await one.arrived(page)
    expect(busy.met).toHaveLength(2)
  })
}

test('27R a save that the server refuses as too large is set aside, blocks no other save, and goes once the server accepts it', async ({
  page,
  site,
}) => {
  const error = { code: 'too_large', message: 'This is more than the server takes at once.' }
  const large = site.proxy.on(records, { kind: 'status', status: 413, headers: ours, body: { error } })
  const one = await cell(site)
  await one.open(page)
  // A refusal this quick is shown before the "saved" screen.
  await save(page, 'Save')
  await large.reached()
  await expect.poll(async () => (await deviceRows(page)).outbox.map(({ state }) => state)).toEqual(['parked'])
  const other = await cell(site)
  await other.open(page)
  await other.send(page)
  const manager = await site.reader(people.manager)
  await expect.poll(async () => (await manager.records('quick')).some(({ model }) => model['note'] === other.note)).toBe(true)
  await page.goto(`${site.address}/outbox`)
  const parked = page.locator('[data-state=parked]')
  await expect(parked).toContainText(error.message)
  await parked.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])
  expect((await manager.records('quick')).filter(({ model }) => model['note'] === one.note)).toHaveLength(1)
})
