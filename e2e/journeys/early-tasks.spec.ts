import type { Page } from '@playwright/test'
import { signInApi } from '../harness/api.ts'
import { phone, startDevice } from '../harness/browser.ts'
import { cookiesOf } from '../harness/cookiesOf.ts'
import { expect, installed, people, phoneTest as test, type Site, spokenTo } from '../harness/fixtures.ts'
import { isKept, isReplaced, openHeld, wasDrawn, watchDrawn } from '../pages/drawn.ts'
import { field, fill, processed, save } from '../pages/form.ts'
import { signOutHere } from '../pages/signIn.ts'

const tasksOf = async (site: Site) => `/frontend/tasks/${(await site.reader(people.worker)).headers['x-actor']}`
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })

const keptPages = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('muster:drawn:')))
/** The words of the kept page of this address. */
const keptWords = (page: Page, address: string) =>
  page.evaluate((key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { said?: string }).said ?? '', `muster:drawn:${address}`)

/** How many quick notes of today the kept list has; other tests of this site save some, too. */
const keptNotes = async (page: Page, address: string) =>
  Number(/Quick noteHarbor Point Tower(\d+) done today/.exec(await keptWords(page, address))?.[1] ?? 0)

/** What is on the list, and where. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, a, summary)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, ...[x, y, width, height].map(Math.round)].join(' ')
    }),
  )

test('a person who opens the app without a connection sees My Tasks before the app, and a task opens from there', async ({
  site,
  profile,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'its browser is killed')
  const device = await startDevice(phone, profile)
  try {
    const tasks = await tasksOf(site)
    await site.signedIn(device.page, people.worker)
    await spokenTo(device.page)
    await installed(device.page)
    await device.page.goto(site.address + tasks)
    await isKept(device.page, '/')
    await device.page.goto(`${site.address}/frontend/forms/hazard-report`)
    await expect(field(device.page, 'event')).toBeVisible()
    await device.quit()
    await device.restart()
    await device.kill()
    site.proxy.down()
    const page = await device.restart()
    await openHeld(page, `${site.address}/`)
    await expect(page).toHaveURL(site.address + tasks)
    await expect(page.getByRole('heading', { name: 'Due', exact: true })).toBeVisible()
    await card(page, 'Hazard Report').click()
    await expect(page).toHaveURL(/\/frontend\/forms\/hazard-report$/)
    await page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
    await isReplaced(page)
    await expect(field(page, 'event')).toBeVisible()
  } finally {
    site.proxy.up()
    await device.close()
  }
})

test('the app takes the place of My Tasks without a change on the screen', async ({ worker: page, site }) => {
  const tasks = await tasksOf(site)
  await page.goto(site.address + tasks)
  await isKept(page, tasks)
  const goOn = await openHeld(page, site.address + tasks)
  // The tasks below the first screen are built as well.
  await page.evaluate(() => window.scrollTo(0, 150))
  await page.keyboard.press('Shift')
  const early = await places(page)
  await page.getByRole('button', { name: /^Language/ }).evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('#drawn').getByText('Ready in a moment')).toBeVisible()
  await goOn()
  await isReplaced(page)
  expect(early.length).toBeGreaterThan(5)
  expect(await places(page)).toEqual(early)
  expect(await page.evaluate(() => window.scrollY)).toBe(150)
})

test('a draft and a save end the kept My Tasks, and the list is kept again with it', async ({ worker: page, site }) => {
  const tasks = await tasksOf(site)
  await page.goto(site.address + tasks)
  await isKept(page, tasks)
  const before = await keptNotes(page, tasks)
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', 'The ladder at gate 2')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()
  await expect.poll(() => keptPages(page)).not.toContain(`muster:drawn:${tasks}`)
  // Another window keeps the list with the draft.
  await page.evaluate((key) => localStorage.setItem(key, '{}'), `muster:drawn:${tasks}`)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await expect.poll(() => keptPages(page)).not.toContain(`muster:drawn:${tasks}`)
  await page.goto(site.address + tasks)
  await isKept(page, tasks)
  await expect.poll(() => keptNotes(page, tasks)).toBe(before + 1)
})

test('neither another person nor one who has signed out sees the kept My Tasks', async ({ worker: page, site }) => {
  const tasks = await tasksOf(site)
  await page.addInitScript(watchDrawn)
  await page.goto(site.address + tasks)
  await isKept(page, '/')
  await page.reload()
  await isReplaced(page)
  expect(await wasDrawn(page)).toBe(true)
  // Another window signs another person in.
  const owner = await page.evaluate(() => localStorage.getItem('muster:owner') ?? '')
  await page.goto(`${site.address}/readyz`)
  await page.evaluate(() => localStorage.setItem('muster:owner', 'u:another'))
  for (const address of ['/', tasks]) {
    await page.goto(site.address + address)
    await expect(page.locator('#root')).toBeAttached()
    expect(await wasDrawn(page)).toBe(false)
  }
  await page.evaluate((before) => localStorage.setItem('muster:owner', before), owner)
  // A session of its own: the sign-out ends that of no other test.
  const { headers } = await signInApi(site.server.address, people.worker)
  await page.context().addCookies(cookiesOf(headers['cookie'], site.address))
  await page.goto(site.address + tasks)
  await isKept(page, '/')
  await page.goto(`${site.address}/sessions`)
  await signOutHere(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(await keptPages(page)).toEqual([])
})
