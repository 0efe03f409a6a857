import type { Page } from '@playwright/test'
import { deviceRows } from '../harness/device-rows.ts'
import { test as base, expect, installed, people, type Site } from '../harness/fixtures.ts'
import { processed, save } from '../pages/form.ts'
import { signIn } from '../pages/signIn.ts'
import { type Cell, cell, type Moment } from './cell.ts'

/**
 * A tablet without a signed-in person; the tests of this file share it, and each signs in by PIN, because
 * that creates a grant.
 */
const test = base.extend<{ page: Page }, { tablet: Page }>({
  tablet: [
    async ({ browser, site }, provide) => {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York' })
      const page = await context.newPage()
      await page.goto(`${site.address}/sign-in`)
      await installed(page)
      await provide(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ tablet, site }, provide) => {
    const page = await tablet.context().newPage()
    await provide(page)
    site.proxy.reset()
    await page.close()
  },
})

/** The answer to the question that the log-out asks once per device. */
const isShared = (page: Page, shared: boolean) =>
  page.evaluate((value) => {
    const kept = JSON.parse(localStorage.getItem('muster:shared') ?? '{}') as object
    localStorage.setItem('muster:shared', JSON.stringify({ ...kept, shared: value }))
  }, shared)

async function worksHere(page: Page, site: Site, { shared }: { shared: boolean }) {
  await signIn(page, site.address, site.server.address, people.worker)
  await isShared(page, shared)
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function beginLogOut(page: Page) {
  await page.getByRole('button', { name: /User Preferences/ }).click()
  await dialog(page, 'User Preferences').getByRole('button', { name: 'Logout' }).click()
}

/**
 * Logs out. If a save can't be sent within the five seconds of the log-out, a dialog asks, and the save is
 * sent later.
 */
async function logOut(page: Page) {
  await beginLogOut(page)
  await endLogOut(page)
}

async function endLogOut(page: Page) {
  const later = dialog(page, /will be sent later from this device/)
  const out = page.getByLabel('Mobile number')
  await expect(later.or(out).first()).toBeVisible()
  if (await later.isVisible()) await later.getByRole('button', { name: 'Logout' }).click()
  await expect(out).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** It has arrived under its author's name, although no one is signed in. */
async function arrivedAsTheirs(one: Cell, page: Page, site: Site) {
  await one.arrived(page)
  const [owner, worker] = [await site.reader(people.owner), await site.reader(people.worker)]
  const [found] = (await owner.records('quick')).filter(({ model }) => model['note'] === one.note)
  expect(found?.createdBy).toBe(worker.headers['x-actor'])
}

for (const moment of ['S', 'Q', 'B', 'R', 'A'] as const satisfies Moment[])
  test(`24${moment} a person who logs out during a save leaves it behind under their name, and it arrives`, async ({ page, site }) => {
    await worksHere(page, site, { shared: false })
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    if (moment === 'S') await save(page, 'Save')
    else await one.reach(page, moment)
    if (moment === 'B') {
      // It is sent within the seconds that the log-out waits, and no dialog asks; on a slow device the rest
      // is sent later.
      await beginLogOut(page)
      await expect(dialog(page, 'Sending your last saves…')).toBeVisible()
      one.heal()
      await endLogOut(page)
      return await arrivedAsTheirs(one, page, site)
    }
    await logOut(page)
    if (moment === 'S') {
      // The page has not confirmed the save yet: it has arrived, or the form restores it for its author.
      await signIn(page, site.address, site.server.address, people.worker)
      return await one.arrived(page, 'maybe')
    }
    expect((await deviceRows(page)).outbox).toHaveLength(1)
    one.heal()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await arrivedAsTheirs(one, page, site)
  })

/** A browser in its strictest mode: it stores everything except keys. */
const refuseKeys = () => {
  const holdsKey = (value: unknown, deep = 0): boolean =>
    value instanceof CryptoKey ||
    (deep < 4 && typeof value === 'object' && value !== null && Object.values(value).some((part) => holdsKey(part, deep + 1)))
  for (const verb of ['put', 'add'] as const) {
    const kept = IDBObjectStore.prototype[verb]
    IDBObjectStore.prototype[verb] = function (this: IDBObjectStore, ...values: [unknown, IDBValidKey?]) {
      if (!holdsKey(values[0])) return kept.apply(this, values)
      Object.assign(window, { keyRefused: true })
      throw new DOMException('The object can not be cloned.', 'DataCloneError')
    }
  }
}

/** True if the note is readable as plain text in the outbox. */
const readable = (page: Page, note: string) =>
  page.evaluate(async (text) => {
    const request = indexedDB.open('muster')
    const db = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
    const rows = db.transaction('outbox').objectStore('outbox').getAll()
    await new Promise((resolve) => {
      rows.onsuccess = resolve
    })
    db.close()
    return JSON.stringify(rows.result).includes(text)
  }, note)

for (const moment of ['S', 'Q'] as const satisfies Moment[])
  test(`28${moment} a shared tablet with a browser that stores no keys still encrypts the save, and it arrives`, async ({ page, site }) => {
    await page.addInitScript(refuseKeys)
    await worksHere(page, site, { shared: true })
    const one = await cell(site)
    await one.open(page)
    await one.reach(page, moment)
    await expect(processed(page)).toBeVisible()
    expect(await page.evaluate(() => 'keyRefused' in window)).toBe(true)
    if (moment === 'S') return await one.arrived(page)
    expect(await readable(page, one.note)).toBe(false)
    await logOut(page)
    expect((await deviceRows(page)).outbox).toHaveLength(1)
    one.heal()
    await page.reload()
    await arrivedAsTheirs(one, page, site)
  })
