import type { BrowserContext, Page } from '@playwright/test'
import { type DeviceRows, deviceRows } from '../harness/device-rows.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { field, fill, processed, save } from '../pages/form.ts'
import { cell, type Moment, stopWorkers, uploads } from './cell.ts'

test.afterEach(({ site }) => site.proxy.reset())

/** The origin has no free storage, until the returned function is called. */
async function fillDevice(context: BrowserContext, page: Page, origin: string) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  return () => cdp.send('Storage.overrideQuotaForOrigin', { origin })
}

test('18S a device without room says so, keeps the form as it is, and saves once there is room', async ({
  worker: page,
  context,
  site,
}) => {
  const one = await cell(site)
  await one.open(page)
  const roomy = await fillDevice(context, page, site.address)
  await save(page, 'Save')
  await expect(
    page
      .getByText(/^Not saved: this device has no room left/)
      .or(processed(page))
      .first(),
  ).toBeVisible()
  await roomy()
  if (!(await processed(page).isVisible())) await one.send(page)
  await one.arrived(page)
})

for (const moment of ['Q', 'B', 'R', 'A'] as const satisfies Moment[])
  test(`18${moment} a device that fills up after the save sends it all the same, once`, async ({ worker: page, context, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    const roomy = await fillDevice(context, page, site.address)
    one.heal()
    await roomy()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await one.arrived(page)
  })

/** Deletes the site's databases, as the browser does with a damaged one; other storage stays. */
async function wipe(context: BrowserContext, page: Page, origin: string) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

test('19S storage that is cleared while a save is being stored: it is said, the form keeps what was typed, or the next start tells', async ({
  worker: page,
  context,
  site,
}) => {
  const one = await cell(site)
  await one.open(page)
  const other = await context.newPage()
  await other.goto(`${site.address}/rescue`)
  await one.reach(page, 'S')
  await wipe(context, other, site.address)
  const refused = page.getByText(/^Not saved/).first()
  await expect(processed(page).or(refused).first()).toBeVisible()
  if (await processed(page).isVisible()) {
    const manager = await site.reader(people.manager)
    const told = other.getByText('1 save is missing from this device.')
    // Either sent before the storage was cleared, or missing and reported: there is no third case.
    await expect(async () => {
      await other.goto(`${site.address}/outbox`)
      const arrived = (await manager.records('quick')).some(({ model }) => model['note'] === one.note)
      if (!arrived) await expect(told).toBeVisible()
    }).toPass()
  } else {
    await expect(field(page, 'note').locator('input')).toHaveValue(one.note)
    await one.send(page)
    await one.arrived(page)
  }
})

for (const moment of ['Q', 'B', 'R', 'A'] as const satisfies Moment[])
  test(`19${moment} the next start reports a cleared storage, with the number of missing saves`, async ({
    worker: page,
    context,
    site,
  }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    const owner = await page.evaluate(() => localStorage.getItem('muster:owner'))
    // The page with the save is closed, and its running request with it.
    await page.goto('about:blank')
    const other = await context.newPage()
    await other.goto(`${site.address}/rescue`)
    await wipe(context, other, site.address)
    one.heal()
    await other.goto(`${site.address}/outbox`)
    expect(await other.evaluate(() => localStorage.getItem('muster:owner'))).toBe(owner)
    const told = other.getByText('1 save is missing from this device.')
    const arrived = async () => (await (await site.reader(people.manager)).records('quick')).some(({ model }) => model['note'] === one.note)
    // The app asks the server which of the missing saves have arrived after all.
    await expect(async () => {
      if (await arrived()) await expect(told).toBeHidden()
      else await expect(told).toBeVisible()
    }).toPass()
    if (moment === 'A') expect(await arrived()).toBe(true)
  })

/**
 * The next version of the app opens the database in another tab, with an additional table; or its upgrade
 * fails in the middle.
 */
const nextVersion = (page: Page, { fails = false } = {}) =>
  page.evaluate(async (half) => {
    const { version = 10 } = (await indexedDB.databases()).find(({ name }) => name === 'muster') ?? {}
    const request = indexedDB.open('muster', version + 10)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('later', { keyPath: 'id' })
      if (!half) return
      request.transaction?.objectStore('outbox').clear()
      request.transaction?.abort()
    }
    await new Promise<void>((resolve) => {
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
      request.onerror = () => resolve()
    })
    return (await indexedDB.databases()).find(({ name }) => name === 'muster')?.version === version + 10
  }, fails)

for (const [row, moments, fails] of [
  ['21', ['S', 'Q', 'B', 'R', 'A'], false],
  ['22', ['Q', 'B'], true],
] as const)
  for (const moment of moments)
    test(`${row}${moment} ${fails ? 'an upgrade that fails half way changes nothing' : 'a newer version that opens the database takes nothing from the older one'}`, async ({
      worker: page,
      context,
      site,
    }) => {
      const one = await cell(site, { withPhoto: moment === 'B' })
      await one.open(page)
      const other = await context.newPage()
      await other.goto(`${site.address}/rescue`)
      await one.reach(page, moment)
      expect(await nextVersion(other, { fails })).toBe(!fails)
      await expect(processed(page)).toBeVisible()
      one.heal()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await one.arrived(page)
    })

/** Changes the waiting save without the app, as another version of the app might have left it. */
const changeRow = (page: Page, change: Record<string, unknown>) =>
  page.evaluate(async (values) => {
    const request = indexedDB.open('muster')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const transaction = db.transaction('outbox', 'readwrite')
    const outbox = transaction.objectStore('outbox')
    const rows = outbox.getAll()
    rows.onsuccess = () => {
      for (const row of rows.result as Record<string, unknown>[]) outbox.put({ ...row, ...values })
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    db.close()
  }, change)

test('26Q a save that can’t be read is set aside, shown and tried again; the others go on', async ({ worker: page, site }) => {
  const one = await cell(site)
  await one.open(page)
  await one.reach(page, 'Q')
  await changeRow(page, { attempts: 'many' })
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', `after ${one.note}`)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  one.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  let rows: DeviceRows | undefined
  await expect
    .poll(async () => {
      rows = await deviceRows(page)
      return [rows.outbox.length, rows.quarantine]
    })
    .toEqual([0, 1])
  await page.goto(`${site.address}/outbox`)
  await expect(page.getByText('These saves can’t be read by this version of the app.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save a copy' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It still can’t be read.')).toBeVisible()
  expect((await deviceRows(page)).quarantine).toBe(1)
})

test('26B a save that can’t be read while its photo is under way is set aside with the photo; the others go on', async ({
  worker: page,
  site,
}) => {
  const one = await cell(site, { withPhoto: true })
  await one.open(page)
  await one.reach(page, 'B')
  const files = Object.values((await deviceRows(page)).files)
  expect(files).toHaveLength(1)
  await changeRow(page, { attempts: 'many' })
  // The page that was sending it is closed; so is the service worker, which may have been the first sender.
  await page.goto(`${site.address}/frontend/forms/quick`)
  await stopWorkers(page)
  one.heal()
  const other = await cell(site)
  await other.open(page)
  await other.send(page)
  await expect
    .poll(async () => {
      const rows = await deviceRows(page)
      return [rows.outbox.length, rows.quarantine]
    })
    .toEqual([0, 1])
  expect(Object.values((await deviceRows(page)).files)).toEqual(files)
  const found = await (await site.reader(people.manager)).records('quick')
  expect(found.filter(({ model }) => model['note'] === one.note)).toEqual([])
  expect(found.filter(({ model }) => model['note'] === other.note)).toHaveLength(1)
})

test('27B a network that takes only small pieces of a photo gets them smaller', async ({ worker: page, site }) => {
  const one = await cell(site, { withPhoto: true })
  await one.open(page)
  const tooLarge = { kind: 'status', status: 413, headers: { 'x-app': '1' } } as const
  const narrow = site.proxy.on(uploads, tooLarge, { times: 2 })
  await one.send(page)
  await one.arrived(page)
  expect(narrow.met).toHaveLength(2)
  const [first = 0, second = 0] = narrow.met.map(({ headers }) => Number(headers['content-length']))
  expect(second).toBeLessThan(first)
})
