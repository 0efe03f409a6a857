import type { Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { listGates } from '../../contract/endpoints/attendance.ts'
import type { botPoster } from '../../contract/endpoints/posters.ts'
import { expect, people, type Site, test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { choose, chooseFirst, field, fill, processed, save, tick } from '../pages/form.ts'
import { fillHazard } from '../pages/hazard.ts'
import { coldBrowser, makeReady, phoneLook, workerWithNote } from './cold.ts'
import { offlineDay } from './offlineDay.ts'

let code = ''
const day = offlineDay<'worker'>(async (site, profile) => {
  const browser = await coldBrowser(profile, phoneLook)
  const manager = await site.reader(people.manager)
  const { gates } = await manager.get<AnswerOf<typeof listGates>>('/api/gates')
  const { short } = await manager.get<AnswerOf<typeof botPoster>>(`/api/automation/${gates[0]?.id}/poster`)
  code = short.split('/').at(-1) ?? ''
  const page = browser.page()
  await workerWithNote(page, site, 'Ladder 4 is safe')
  await makeReady(page, site.address, ['app', 'screens', 'lists', 'pdfs', 'viewer', 'videos', 'sent', 'languages', 'clock', 'session'])
  return browser
})
const { task } = day

/** The records of the manager whose answer is this text. */
async function recordsWith(site: Site, form: string, attribute: string, text: string) {
  const all = await (await site.reader(people.manager)).records(form)
  return all.filter(({ model }) => model[attribute] === text)
}

/** Exactly one record with this answer arrives. */
const arrivesOnce = (form: string, attribute: string, text: string) =>
  day.arrives((site) => expect.poll(async () => (await recordsWith(site, form, attribute, text)).length, text).toBe(1))

const openTasks = (page: Page, site: Site) => page.goto(`${site.address}/`)
const sync = (page: Page) => page.locator('[data-sync]')
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })

async function sendNote(page: Page, site: Site, note: string) {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', note)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
}

test(
  ...task('worker', 'see what is due today', async (page, site) => {
    await openTasks(page, site)
    await expect(page.getByRole('heading', { name: 'Due', exact: true })).toBeVisible()
    await expect(card(page, 'Daily Manpower')).toContainText(/due/i)
    await expect(sync(page)).toContainText('Offline')
  }),
)

test(
  ...task('worker', 'see today’s report is due while yesterday’s still waits', async (page, site) => {
    const yesterday = Date.now() - 86_400_000
    await page.clock.setFixedTime(yesterday)
    await page.goto(`${site.address}/frontend/forms/manpower`)
    await choose(page, 'vendor', 'TopDeck Roofing')
    await choose(page, 'trade', 'Roofing')
    await fill(page, 'worker_count', '4')
    await fill(page, 'notes', 'Roof of yesterday')
    await save(page, 'Send report')
    await expect(processed(page)).toBeVisible()
    page = await day.restart()
    await openTasks(page, site)
    await expect(card(page, 'Daily Manpower')).toContainText(/due/i)
    await expect(card(page, 'Daily Manpower')).toContainText('1 waiting on this device')
    arrivesOnce('manpower', 'notes', 'Roof of yesterday')
  }),
)

test(
  ...task('worker', 'report a hazard with a photo and a signature', async (page, site) => {
    await openTasks(page, site)
    await card(page, 'Hazard Report').click()
    await fillHazard(page, 'Loose boards at stair B', [photo(3)])
    await save(page, 'Send report')
    await expect(processed(page)).toContainText('Saved on this device')
    day.arrives(async (own) => {
      const found = () => recordsWith(own, 'hazard-report', 'description', 'Loose boards at stair B')
      await expect.poll(async () => (await found()).map(({ model }) => (model['photos'] as unknown[]).length)).toEqual([1])
    })
  }),
)

test(
  ...task('worker', 'watch the film of the orientation', async (page, site) => {
    await openTasks(page, site)
    await card(page, 'Site Orientation').click()
    const film = field(page, 'training')
    await film.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => film.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    await field(page, 'site_rules').getByRole('button', { name: /read/i }).click()
    await expect(page.getByRole('dialog').getByText('Every day').first()).toBeAttached()
  }),
)

test(
  ...task('worker', 'sign the safety manual and send it', async (page, site) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await openTasks(page, site)
    await card(page, 'Site Safety Manual').click()
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await button(/^\d+ \/ 40: all pages$/).click()
    await page.getByLabel('Go to page').fill('40')
    await button('Go').click()
    const entry = (name: string) => page.locator(`[data-field="${name}"]`).first()
    await expect(entry('name')).toHaveValue('Ashley Tran')
    await entry('trade').selectOption('Electrician')
    await entry('first_aid').check()
    await entry('understood').check()
    await entry('signature').click()
    await button('Type instead').click()
    await page.getByLabel('Type your full name to sign').fill('Ashley Tran')
    await button('Confirm').click()
    await expect(page.getByRole('group', { name: 'Signature of Ashley Tran' })).toBeVisible()
    await button('Submit').click()
    await expect(page.getByText('You can now safely close this tab')).toHaveCount(0)
    await expect(processed(page)).toContainText('Saved on this device')
    day.arrives(async (own) => {
      const found = async () => await (await own.reader(people.manager)).records('safety-manual')
      await expect.poll(async () => (await found()).map(({ createdBy }) => createdBy)).toHaveLength(1)
      const [record] = await found()
      const { fields, pdf } = { ...record?.model }
      expect(fields).toMatchObject({ name: 'Ashley Tran', trade: 'Electrician', understood: true })
      expect(pdf).toHaveLength(1)
    })
  }),
)

test(
  ...task('worker', 'go on with what was typed before the phone was switched off', async (page, site) => {
    await page.goto(`${site.address}/frontend/forms/quick`)
    await fill(page, 'note', 'Half a sentence')
    await expect(page.locator('[data-draft=kept]')).toBeVisible()
    page = await day.restart()
    await openTasks(page, site)
    await card(page, 'Quick note').click()
    await expect(field(page, 'note').locator('input, textarea').first()).toHaveValue('Half a sentence')
    await fill(page, 'note', 'Half a sentence, finished')
    await save(page, 'Save')
    await expect(processed(page)).toBeVisible()
    arrivesOnce('quick', 'note', 'Half a sentence, finished')
  }),
)

test(
  ...task('worker', 'read what was sent earlier', async (page, site) => {
    await openTasks(page, site)
    await page.getByRole('link', { name: /^Sent by me/ }).click()
    await page
      .getByRole('link', { name: /Ladder 4 is safe.*Received/ })
      .first()
      .click()
    await expect(page.getByRole('definition').filter({ hasText: 'Ladder 4 is safe' })).toBeVisible()
  }),
)

const saveOf = (page: Page, text: string) => page.locator('[data-save]').filter({ hasText: text })

test(
  ...task('worker', 'correct a save that waits', async (page, site) => {
    await sendNote(page, site, 'Gate 7 is shut, wrong')
    await expect(sync(page)).toContainText(/Offline · \d+ waiting/)
    await sync(page).click()
    await saveOf(page, 'Gate 7').getByRole('button', { name: 'Edit' }).click()
    await expect(field(page, 'note').locator('input, textarea').first()).toHaveValue('Gate 7 is shut, wrong')
    await fill(page, 'note', 'Gate 7 is shut, right')
    await save(page, 'Save')
    await expect(processed(page)).toBeVisible()
    day.arrives(async (own) => {
      const notes = async () =>
        (await (await own.reader(people.manager)).records('quick')).filter(({ model }) => /Gate 7 is shut/.test(String(model['note'])))
      await expect.poll(async () => (await notes()).map(({ model, rev }) => [model['note'], rev])).toEqual([['Gate 7 is shut, right', 1]])
    })
  }),
)

test(
  ...task('worker', 'take back a discarded save', async (page, site) => {
    await sendNote(page, site, 'Crane 2 is slow')
    await sync(page).click()
    await saveOf(page, 'Crane 2').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    page = await day.restart()
    await page.goto(`${site.address}/outbox`)
    await expect(saveOf(page, 'Crane 2')).toHaveCount(1)
    arrivesOnce('quick', 'note', 'Crane 2 is slow')
  }),
)

test(
  ...task('worker', 'read the app in another language', async (page, site) => {
    await openTasks(page, site)
    await page.getByRole('button', { name: /User Preferences/ }).click()
    await page.getByRole('dialog').getByLabel('Language').selectOption('Spanish')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('heading', { name: 'Mis tareas' })).toBeVisible()
    await expect(sync(page)).toContainText('Sin conexión')
    await page.goto(`${site.address}/frontend/forms/hazard-report`)
    await expect(page.getByText('¿Qué vio?').first()).toBeVisible()
    await page.getByRole('button', { name: /Preferencias/ }).click()
    await page.getByRole('dialog').getByLabel('Idioma').selectOption('en')
    await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
    await expect(page.getByText('What did you see?').first()).toBeVisible()
  }),
)

test(
  ...task('worker', 'check what is ready for site', async (page, site) => {
    await openTasks(page, site)
    await page.getByRole('link', { name: /^Ready for site/ }).click()
    for (const key of ['app', 'screens', 'lists', 'pdfs', 'viewer', 'videos', 'sent', 'languages', 'clock', 'session'])
      await expect(page.locator(`[data-item="${key}"]`), key).toHaveAttribute('data-ready', 'true')
    const storage = page.locator('[data-item="persistence"]')
    await storage.getByRole('button', { name: 'Protect it' }).click()
    await expect(storage).toContainText('The browser refused.')
  }),
)

test(
  ...task('worker', 'choose their own name from the list, or write another', async (page, site) => {
    await openTasks(page, site)
    await card(page, 'Site Check-In').click()
    const person = field(page, 'person')
    await person.getByRole('combobox').click()
    const picker = page.getByRole('dialog', { name: 'Choose your name' })
    const search = picker.getByRole('combobox')
    await search.fill('ashley')
    await expect(picker.getByRole('option', { name: /^Ashley Tran/ })).toBeVisible()
    // A name that is in no list: Other stays.
    await search.fill('Zebulon Unlisted')
    await picker.getByRole('option', { name: 'Other' }).click()
    await person.getByRole('textbox').fill('Zebulon Unlisted')
    await choose(page, 'site', 'Tower')
    await chooseFirst(page, 'company')
    await choose(page, 'fit', 'Yes')
    await tick(page, 'ppe')
    await save(page, 'Done')
    await expect(processed(page)).toBeVisible()
    arrivesOnce('check-in', 'person', 'Zebulon Unlisted')
  }),
)

test(
  ...task('worker', 'stay logged in at the log-out while saves wait', async (page, site) => {
    await sendNote(page, site, 'Still logged in')
    const logOut = async () => {
      await page.getByRole('button', { name: /User Preferences/ }).click()
      await page.getByRole('dialog', { name: 'User Preferences' }).getByRole('button', { name: 'Logout' }).click()
    }
    await logOut()
    const whose = page.getByRole('dialog', { name: 'Do other people use this device too?' })
    await whose.getByRole('button', { name: 'No, only me' }).click()
    const waits = page.getByRole('dialog', { name: /will be sent later from this device|waits? here until you are back/ })
    await expect(waits).toContainText(/sent in your name|sent when you sign in here again/)
    await waits.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(waits).toHaveCount(0)
    await openTasks(page, site)
    await expect(page.getByText('Ashley Tran')).toBeVisible()
    arrivesOnce('quick', 'note', 'Still logged in')
  }),
)

test(
  ...task('worker', 'open a form by the code of a poster', async (page, site) => {
    await openTasks(page, site)
    await page.getByRole('link', { name: /^Scan/ }).click()
    await page.getByLabel('Code of the poster').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Site Check-In' })).toBeVisible()
  }),
)

test(...day.end('Worker, phone'))
