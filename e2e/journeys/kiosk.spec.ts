import type { FrameLocator, Page } from '@playwright/test'
import { demoId } from '../../server/demo/company.ts'
import { findings, findingsInEveryLook } from '../harness/axe.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, installed, openSite, people, type Site, test } from '../harness/fixtures.ts'
import { startPhone } from '../harness/startPhone.ts'
import { startKiosk } from '../pages/kiosk.ts'

const form = '/frontend/forms/check-in'
const tablet = { width: 1024, height: 768 }
const bot = demoId('bot Gate 1 Check-in')

const inside = (page: Page): FrameLocator => page.frameLocator('.m-kiosk-frame')
const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true })

/** Authorizes the device as Grace Okafor does, and waits until it needs no connection. */
async function pair(page: Page, site: Site) {
  await startKiosk(page, site)
  await expect(page.getByText('Works without a connection, too')).toBeVisible()
}

/** Opens the form; a turn that has just ended may still be on the screen for a moment. */
const begin = (page: Page, after?: string) =>
  expect(async () => {
    if (!(await page.locator('.m-kiosk-frame').isVisible())) await start(page).click({ timeout: 5_000 })
    await expect(inside(page).getByText('Leaving', { exact: true })).toBeVisible({ timeout: 10_000 })
  }, after).toPass()

/** One visitor who leaves, from the Start button to the Start button. */
async function visitor(page: Page, name: string) {
  await start(page).click()
  const frame = inside(page)
  await frame.getByText('Leaving', { exact: true }).click()
  await frame.getByText('Tower', { exact: true }).click()
  await frame.getByText('I am a visitor or making a delivery').click()
  const field = frame.locator('[data-attribute="visitor_name"] input')
  await expect(field).toHaveValue('')
  await field.fill(name)
  await frame.locator('[data-attribute="company"] select').selectOption({ index: 1 })
  await frame.getByRole('button', { name: 'Done', exact: true }).click()
  // A tap starts the turn of the next person.
  await frame.locator('[data-status-screen=processed]').getByText('Got it, thanks').click()
  await expect(start(page)).toBeVisible()
}

test('CO-287 CO-289 six people leave one after the other at a kiosk without signal, over a dead battery and a wiped storage, and arrive once each', async ({
  browserName,
}) => {
  const site = await openSite()
  const device = await startPhone(browserName, tablet)
  try {
    let { page } = device
    await pair(page, site)
    await installed(page)
    await expect(start(page)).toBeVisible()
    site.proxy.down()
    await device.context.setOffline(true)
    for (const name of ['Ana One', 'Ben Two', 'Cai Three']) await visitor(page, name)

    // The battery dies. At every URL that the device opens afterwards, it shows the kiosk.
    await device.kill()
    page = await device.restart()
    // What the browser wrote to disk in the last 30 s may be lost, the cookie of the kiosk as well.
    await device.context.clearCookies()
    await device.context.setOffline(true)
    await page.goto(`${site.address}/sign-in`)
    await expect(page).toHaveURL(`${site.address}/kiosk`)
    await visitor(page, 'Dee Four')
    // A cleaner app clears the local storage, and the URL is another one again.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site.address}/sign-in`)
    await expect(page).toHaveURL(`${site.address}/kiosk`)
    for (const name of ['Eli Five', 'Fay Six']) await visitor(page, name)

    const rows = await deviceRows(page)
    expect(rows.outbox).toHaveLength(6)
    expect(rows.drafts).toBe(0)
    const kept = await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('muster')
        request.onsuccess = () => resolve(request.result)
      })
      const all = [...db.objectStoreNames].map(
        (name) =>
          new Promise((resolve) => {
            const got = db.transaction(name).objectStore(name).getAll()
            got.onsuccess = () => resolve(got.result)
          }),
      )
      return JSON.stringify([await Promise.all(all), { ...localStorage }, { ...sessionStorage }])
    })
    expect(kept).not.toMatch(/Ana One|Ben Two|Cai Three|Dee Four|Eli Five|Fay Six/)

    site.proxy.up()
    await device.context.setOffline(false)
    await expect.poll(async () => (await deviceRows(page)).outbox.map(({ state, why }) => [state, why])).toEqual([])
    const records = await (await site.reader(people.manager)).records('check-in')
    const names = records.map(({ model }) => model['visitor_name']).filter((name) => /(?:One|Two|Three|Four|Five|Six)$/.test(String(name)))
    expect(names.sort()).toEqual(['Ana One', 'Ben Two', 'Cai Three', 'Dee Four', 'Eli Five', 'Fay Six'])
  } finally {
    await device.close().catch(() => undefined)
    await site.close()
  }
})

/** Key combinations that leave the page, as the browser reports them; the page must prevent all of them. */
const keys: readonly { key: string; ctrlKey?: boolean; shiftKey?: boolean; metaKey?: boolean; altKey?: boolean }[] = [
  ...[...'ntwlpsorufghjkd'].map((key) => ({ key, ctrlKey: true })),
  { key: 'T', ctrlKey: true, shiftKey: true },
  { key: 'q', metaKey: true },
  ...['F1', 'F3', 'F5', 'F6', 'F11', 'F12', 'ContextMenu', 'BrowserBack', 'Backspace', 'Print'].map((key) => ({ key })),
  ...['ArrowLeft', 'ArrowRight', 'Home', 'd'].map((key) => ({ key, altKey: true })),
]

/** Inserts a link into the form in the frame and clicks it. */
const link = (html: string) => (page: Page) =>
  inside(page)
    .locator('body')
    .evaluate((body, markup) => {
      body.insertAdjacentHTML('beforeend', markup)
      const made = body.lastElementChild as HTMLElement
      made.click()
      made.remove()
    }, html)

const ways: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['a link to the outbox', link('<a href="/outbox">x</a>')],
  ['a link to what was not sent', link('<a href="/rescue">x</a>')],
  ['a link into a new window', link('<a href="/frontend/forms/check-in" target="_blank">x</a>')],
  ['a link to another site', link('<a href="https://elsewhere.example/">x</a>')],
  ['a link that calls somebody', link('<a href="tel:+12025550199">x</a>')],
  ['a link that writes to somebody', link('<a href="mailto:x@example.com">x</a>')],
  ['a download', link('<a href="data:text/plain,x" download="x.txt">x</a>')],
  ['a link to the whole window', link('<a href="/" target="_top">x</a>')],
  ['a form into a new window', link('<form action="/" target="_blank"><button>x</button></form>')],
  [
    'a window of its own',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => window.open('/', '_blank')),
  ],
  [
    'the whole window from inside',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => {
          try {
            if (window.top) window.top.location.href = '/outbox'
          } catch {
            // The sandbox refuses it.
          }
        }),
  ],
  [
    'another page in the frame',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => void (location.href = '/outbox')),
  ],
  [
    'another page of the app in the frame',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => history.pushState(null, '', '/studio')),
  ],
  [
    'the browser’s own question',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => confirm('Leave?')),
  ],
  [
    'printing',
    (page) =>
      inside(page)
        .locator('body')
        .evaluate(() => print()),
  ],
  ['back', (page) => page.evaluate(() => history.back())],
  ['back twice', (page) => page.evaluate(() => history.go(-2))],
  ['the address of the start page', (page) => page.evaluate(() => void (location.href = '/'))],
  ['the address of the sign-in page', (page) => page.evaluate(() => void (location.href = '/sign-in'))],
  ['the address of the studio', (page) => page.evaluate(() => void (location.href = '/studio'))],
]

test('a curious visitor finds no way out of the kiosk, later visitors do not see what was typed, and a revoked kiosk ends at once', async ({
  browser,
  site,
  complaints: _,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only seen to pass in Chromium so far')
  const context = await browser.newContext({ viewport: tablet, hasTouch: true })
  try {
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${site.address}/kiosk`)
    await expect(page.getByLabel('Kiosk Code')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await pair(page, site)
    await installed(page)
    await expect(start(page)).toBeVisible()
    expect(await findingsInEveryLook(page)).toEqual([])

    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    for (const [way, go] of ways) {
      await begin(page, way)
      await go(page).catch(() => undefined)
      // The kiosk is still open, in one window, and its frame shows the form or is about to.
      await expect(page.locator('.m-kiosk-frame, .m-kiosk-starts').first(), way).toBeVisible()
      await expect(page, way).toHaveURL(/\/kiosk(?:\/246810)?$/)
      await expect
        .poll(
          () =>
            page
              .frames()
              .slice(1)
              .map((frame) => frame.url())
              .filter((url) => !url.endsWith(form)),
          way,
        )
        .toEqual([])
    }
    expect([context.pages().length, dialogs]).toEqual([1, 0])

    await begin(page)
    const [, frame] = page.frames()
    for (const where of [page.mainFrame(), frame]) {
      const let_through = await where?.evaluate((tried) => {
        const told = (event: Event) => document.body.dispatchEvent(event)
        const init = { bubbles: true, cancelable: true }
        const file = document.createElement('input')
        file.type = 'file'
        file.accept = '.pdf'
        document.body.append(file)
        const through = [
          ...tried.filter((key) => told(new KeyboardEvent('keydown', { ...init, ...key }))).map((key) => JSON.stringify(key)),
          ...['contextmenu', 'dragstart', 'dragover', 'drop', 'auxclick', 'gesturestart', 'selectstart'].filter((type) =>
            told(new Event(type, init)),
          ),
          ...(told(new WheelEvent('wheel', { ...init, ctrlKey: true })) ? ['pinch'] : []),
          ...(file.dispatchEvent(new MouseEvent('click', init)) ? ['files of the device'] : []),
          ...(getComputedStyle(document.documentElement).overscrollBehaviorY === 'none' ? [] : ['pull to refresh']),
        ]
        file.remove()
        return through
      }, keys)
      expect(let_through).toEqual([])
    }

    // A person types and walks away.
    await inside(page).getByText('I am a visitor or making a delivery').click()
    await inside(page).locator('[data-attribute="visitor_name"] input').fill('Walked Away')
    await expect.poll(async () => (await deviceRows(page)).drafts).toBe(1)
    await page.clock.fastForward(50_000)
    await expect(page.getByRole('alertdialog')).toContainText('Are you still there?')
    await page.clock.fastForward(15_000)
    await expect(start(page)).toBeVisible()
    await expect.poll(async () => (await deviceRows(page)).drafts).toBe(0)
    await start(page).click()
    await inside(page).getByText('I am a visitor or making a delivery').click()
    await expect(inside(page).locator('[data-attribute="visitor_name"] input')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Walked Away')

    // The tablet is stolen; the site manager revokes it.
    const uid = await page.evaluate(() => (JSON.parse(localStorage.getItem('muster:kiosk') ?? '{}') as { uid: string }).uid)
    const answer = await (await site.reader(people.manager)).request('POST', `/api/automation/${bot}/kiosk/revoke`, { uid: String(uid) })
    expect(await answer.json()).toEqual({ revoked: true })
    await expect(page.getByText('This device is no longer a kiosk')).toBeVisible()
    await expect(page.getByLabel('Kiosk Code')).toBeVisible()
  } finally {
    await context.close()
  }
})
