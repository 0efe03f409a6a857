import type { FrameLocator, Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { onSiteEvents } from '../../contract/endpoints/attendance.ts'
import { presenceOf } from '../../contract/rules/presence.ts'
import { expect, installed, people, type Site, testOfOwnSite } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, choose, chooseFirst, field, fill, processed, save, tick } from '../pages/form.ts'
import { signInVisitor } from '../pages/gate.ts'
import { startKiosk } from '../pages/kiosk.ts'
import { coldBrowser, firstGate, readyDevice } from './cold.ts'
import { offlineDay } from './offlineDay.ts'

const test = testOfOwnSite()

const tablet = { locale: 'en-US', timezoneId: 'America/New_York', viewport: { width: 1024, height: 768 }, hasTouch: true }

let gate = { id: '', team: '' }

/** The names of the people who are on site, as the server counts them. */
async function onSite(site: Site): Promise<readonly string[]> {
  const { events } = await (await site.reader(people.manager)).get<AnswerOf<typeof onSiteEvents>>(`/api/onsite/${gate.team}`)
  return presenceOf({ events, now: Date.now() }).onSite.map(({ name }) => name)
}

/** Goes through the induction of the person who stands at the gate: film, rules, questions, card and signature. */
async function induct(form: FrameLocator) {
  await expect(field(form, 'name').locator('input')).toHaveValue('Abena Newhand')
  const film = field(form, 'training')
  await film.getByRole('button', { name: 'Play' }).click()
  await chooseFirst(form, 'trade')
  await fill(form, 'emergency_name', 'Kofi Newhand')
  await fill(form, 'emergency_mobile', '2025550190')
  const rules = field(form, 'site_rules')
  await rules.getByRole('button', { name: /read/i }).click()
  const reader = form.getByRole('dialog')
  for (const at of ['2 of 3', '3 of 3']) {
    await reader.getByRole('button', { name: 'Next page' }).click()
    await expect(reader.getByText(at)).toBeVisible()
  }
  await reader.getByRole('button', { name: 'Close' }).click()
  for (const question of ['ack_access', 'ack_ppe', 'ack_permits', 'ack_emergency', 'ack_conduct']) await tick(form, question)
  await choose(form, 'quiz_siren', 'muster point')
  await addPhotos(form, 'cards', [photo(7)])
  await field(form, 'signature').locator('button').first().click()
  const sheet = form.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Type instead' }).click()
  await sheet.getByLabel('Type your full name to sign').fill('Abena Newhand')
  await sheet.getByRole('button', { name: /^Confirm/ }).click()
  await expect(film.getByText('Watched', { exact: true })).toBeVisible()
  await save(form, 'Finish')
  await expect(processed(form)).toBeVisible()
}

test.describe('the gate', () => {
  const day = offlineDay<'gate'>(async (site, profile) => {
    gate = await firstGate(site)
    const keys = ['app', 'screens', 'gates', 'onSite', 'videos', 'pdfs']
    return await readyDevice(site, profile, { person: people.manager, look: tablet, keys })
  }, test)
  const { task } = day
  const search = (page: Page) => page.getByLabel('Name, mobile or badge code')
  const open = (page: Page, site: Site) => page.goto(`${site.address}/gate/${gate.id}`)
  const isThereOnce = (name: string) =>
    day.arrives((site) => expect.poll(async () => (await onSite(site)).filter((one) => one === name).length, name).toBe(1))

  test(
    ...task('gate', 'sign in a person by name', async (page, site) => {
      await open(page, site)
      await search(page).fill('Luis Castillo')
      await page.locator('.m-gate-row', { hasText: 'Luis Castillo' }).first().click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Welcome, Luis Castillo')).toBeVisible()
      await page.getByRole('button', { name: 'Next person' }).click()
      await expect(page.locator('[data-unsent]')).toBeVisible()
      isThereOnce('Luis Castillo')
    }),
  )

  test(
    ...task('gate', 'find a person by the code of a badge', async (page, site) => {
      await open(page, site)
      await page.getByRole('button', { name: 'Scan a badge' }).click()
      // The tablet has no camera.
      await page.getByRole('button', { name: 'Type a name or code instead' }).click()
      await search(page).fill('badge:Wei%20Vo')
      await search(page).press('Enter')
      await expect(page.getByRole('heading', { name: 'Wei Vo' })).toBeVisible()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Welcome, Wei Vo')).toBeVisible()
      isThereOnce('Wei Vo')
    }),
  )

  test(
    ...task('gate', 'sign in a visitor who is new', async (page, site) => {
      await open(page, site)
      await page.getByRole('button', { name: 'I am new here' }).click()
      await signInVisitor(page, 'Nora Newcomer')
      isThereOnce('Nora Newcomer')
    }),
  )

  test(
    ...task('gate', 'induct a person who is new, who is there once afterwards', async (page, site) => {
      await open(page, site)
      await page.getByRole('button', { name: 'I am new here' }).click()
      await page.getByText('Working here').click()
      await page.getByLabel('Full name').fill('Abena Newhand')
      await page.getByLabel('Company').fill('Keystone Concrete')
      await page.getByLabel('Mobile number').fill('2025550189')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await induct(page.frameLocator('iframe'))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Welcome, Abena Newhand')).toBeVisible()
      isThereOnce('Abena Newhand')
      day.arrives(async (own) => {
        const found = async () =>
          (await (await own.reader(people.manager)).records('orientation')).filter(({ model }) => model['name'] === 'Abena Newhand')
        await expect.poll(async () => (await found()).map(({ model }) => model['company'])).toEqual(['Keystone Concrete'])
      })
    }),
  )

  test(
    ...task('gate', 'go on after the gate asked whether somebody is still there', async (page, site) => {
      await page.clock.install()
      await open(page, site)
      await search(page).fill('Sarah Hughes')
      await page.locator('.m-gate-row', { hasText: 'Sarah Hughes' }).first().click()
      await page.clock.fastForward(50_000)
      await expect(page.getByText('Are you still there?')).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.clock.fastForward(20_000)
      await expect(page.getByRole('heading', { name: 'Sarah Hughes' })).toBeVisible()
      await page.clock.fastForward(70_000)
      await expect(search(page)).toBeVisible()
    }),
  )

  test(...day.end('Gate, tablet'))
})

test.describe('the kiosk', () => {
  const day = offlineDay<'kiosk'>(async (site, profile) => {
    const browser = await coldBrowser(profile, tablet)
    await startKiosk(browser.page(), site)
    await expect(browser.page().getByText('Works without a connection, too')).toBeVisible()
    await installed(browser.page())
    return browser
  }, test)
  const { task } = day
  const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true })

  test(
    ...task('kiosk', 'sign out a visitor, and say how much waits and since when', async (page, site) => {
      await page.goto(`${site.address}/kiosk`)
      await start(page).click()
      const frame = page.frameLocator('.m-kiosk-frame')
      await frame.getByText('Leaving', { exact: true }).click()
      await frame.getByText('Tower', { exact: true }).click()
      await frame.getByText('I am a visitor or making a delivery').click()
      await frame.locator('[data-attribute="visitor_name"] input').fill('Otto Outbound')
      await frame.locator('[data-attribute="company"] select').selectOption({ index: 1 })
      await frame.getByRole('button', { name: 'Done', exact: true }).click()
      await frame.locator('[data-status-screen=processed]').getByText('Got it, thanks').click()
      await expect(start(page)).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toContainText(/1 waiting since \d+:\d\d [AP]M/)
      day.arrives(async (own) => {
        const found = async () =>
          (await (await own.reader(people.manager)).records('check-in')).filter(({ model }) => model['visitor_name'] === 'Otto Outbound')
        await expect.poll(async () => (await found()).length).toBe(1)
      })
    }),
  )

  test(
    ...task('kiosk', 'come back to the kiosk at any address', async (page, site) => {
      await page.goto(`${site.address}/sign-in`)
      await expect(page).toHaveURL(`${site.address}/kiosk`)
      await expect(start(page)).toBeVisible()
    }),
  )

  test(...day.end('Kiosk, tablet', (page) => expect(page.getByText('Works without a connection, too')).toBeVisible()))
})
