import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { musterEventOf, type musterEvents } from '../../contract/endpoints/muster.ts'
import type { crewTimes } from '../../contract/endpoints/site/crewTimes.ts'
import { expect, people, type Site, testOfOwnSite } from '../harness/fixtures.ts'
import { choose, chooseFirst, field, fill, processed, save } from '../pages/form.ts'
import { firstGate, phoneLook, readyDevice } from './cold.ts'
import { offlineDay } from './offlineDay.ts'

const test = testOfOwnSite()

let team = ''
const day = offlineDay<'foreman' | 'warden'>(async (site, profile) => {
  team = (await firstGate(site)).team
  return await readyDevice(site, profile, {
    person: people.foreman,
    look: phoneLook,
    keys: ['app', 'screens', 'lists', 'onSite', 'times', 'rollCall', 'gates', 'dailyLog', 'sent'],
    // She reads Spanish; here the setting of the device is English.
    before: (page) => page.evaluate(() => localStorage.setItem('muster:preference:language', '"en"')),
  })
}, test)
const { task } = day

const manager = people.manager

/** Opens the roll call that runs, or starts one. */
async function openDrill(page: Page, site: Site) {
  await page.goto(`${site.address}/`)
  await page.getByRole('link', { name: /^Roll call/ }).click()
  const found = page.locator('[data-found]')
  const onSite = page.locator('main').getByRole('link', { name: 'On site now' })
  await expect(found.or(onSite).first()).toBeVisible()
  if (await found.isVisible()) return
  await onSite.click()
  await page.getByRole('button', { name: 'Muster', exact: true }).click()
  await page.getByRole('button', { name: 'Drill' }).click()
  await page.getByRole('button', { name: 'Start muster' }).click()
}

test(
  ...task('foreman', 'report manpower of a company', async (page, site) => {
    await page.goto(`${site.address}/`)
    await page.getByRole('link', { name: /^Daily Manpower/ }).click()
    await choose(page, 'vendor', 'Lumen Painting')
    await choose(page, 'trade', 'Painting')
    await chooseFirst(page, 'location')
    await fill(page, 'worker_count', '6')
    await fill(page, 'notes', 'Stair B is painted')
    await expect(field(page, 'total_hours')).toContainText('48')
    await save(page, 'Send report')
    await expect(processed(page)).toContainText('Saved on this device')
    day.arrives(async (own) => {
      const found = async () =>
        (await (await own.reader(manager)).records('manpower')).filter(({ model }) => model['notes'] === 'Stair B is painted')
      await expect.poll(async () => (await found()).map(({ model }) => model['worker_count'])).toEqual([6])
    })
  }),
)

test(
  ...task('foreman', 'add people to the crew with their times', async (page, site) => {
    await page.goto(`${site.address}/frontend/forms/manpower`)
    await page.getByRole('button', { name: 'Your crew' }).click()
    const crew = field(page, 'crew')
    await crew.getByRole('button', { name: 'Add people' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('ironline')
    // A tap on the first one takes a person, it does not create one.
    await expect(dialog.getByRole('option').first()).toContainText('Ironline Steel Erectors')
    await dialog.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Select 1', exact: true }).click()
    const row = crew.locator('[data-row="0"]')
    await row.getByRole('button', { name: /^Check Out/ }).click()
    await expect(row).toContainText(/Out \d+:\d\d [AP]M/)
    await choose(page, 'vendor', 'Ironline Steel Erectors')
    await choose(page, 'trade', 'Structural Steel')
    await fill(page, 'worker_count', '1')
    await fill(page, 'notes', 'Crew of one')
    await save(page, 'Send report')
    await expect(processed(page)).toBeVisible()
    day.arrives(async (own) => {
      const found = async () =>
        (await (await own.reader(manager)).records('manpower')).filter(({ model }) => model['notes'] === 'Crew of one')
      await expect.poll(async () => (await found()).map(({ model }) => (model['crew'] as unknown[]).length)).toEqual([1])
    })
  }),
)

test(
  ...task('foreman', 'see who is on site', async (page, site) => {
    await page.goto(`${site.address}/`)
    await page.getByRole('link', { name: /^On site now/ }).click()
    const count = Number(await page.locator('[data-count]').getAttribute('data-count'))
    expect(count).toBeGreaterThan(0)
    await page.getByRole('searchbox', { name: 'Name or company' }).fill('voltmark')
    await expect(page.getByRole('group').filter({ hasText: 'Voltmark Electric' })).toHaveCount(1)
    await expect(page.getByRole('group').filter({ hasText: 'Keystone' })).toHaveCount(0)
  }),
)

test(
  ...task('foreman', 'correct the times of a person of the crew', async (page, site) => {
    await page.goto(`${site.address}/onsite/${team}`)
    await page.getByRole('link', { name: 'Crew times' }).click()
    const edit = page.getByRole('button', { name: /^Edit the times of/ }).last()
    const name = ((await edit.getAttribute('aria-label')) ?? '').replace('Edit the times of ', '')
    await edit.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Break').fill('1')
    await dialog.getByLabel('Reason').fill('Had a break')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    page = await day.restart()
    await page.goto(`${site.address}/onsite/${team}/times`)
    await expect(page.locator('main')).toContainText('Had a break')
    day.arrives(async (own) => {
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
      const times = async () =>
        JSON.stringify(await (await own.reader(manager)).get<AnswerOf<typeof crewTimes>>(`/api/crewtimes/${team}/${today}`))
      await expect.poll(async () => (await times()).split('Had a break').length - 1, name).toBe(1)
    })
  }),
)

test(
  ...task('foreman', 'read the daily log of yesterday', async (page, site) => {
    await page.goto(`${site.address}/team/${team}/log`)
    await page.getByRole('button', { name: 'The day before' }).click()
    await expect(page.getByText('Kept on this device, as of')).toBeVisible()
    await expect(page.getByText('Not on this device yet')).toHaveCount(0)
  }),
)

test(
  ...task('foreman', 'find a record among those that arrived, and keep the list as a file', async (page, site) => {
    await page.goto(`${site.address}/`)
    await page.getByRole('link', { name: /^Arrived: Hazard Report/ }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('cable')
    await expect(page.locator('details')).toHaveCount(1)
    await expect(page.locator('details').first()).toContainText('Joao Pereira')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const csv = readFileSync(await file.path(), 'utf8')
    expect(csv).toContain('Temporary cable lies in standing water')
    // Choices have their labels, not their codes.
    expect(csv).toContain('Electricity')
  }),
)

test(
  ...task('warden', 'call the roll and see who is missing', async (page, site) => {
    await openDrill(page, site)
    const found = page.locator('[data-found]')
    await expect(found).toHaveAttribute('data-found', '0')
    const names = await page.locator('.m-gate-musterPerson').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-person') ?? ''))
    await page.getByRole('button', { name: `${names[0]} is safe` }).click()
    await page.getByRole('button', { name: `${names[1]} was not found` }).click()
    page = await day.restart()
    await openDrill(page, site)
    await expect(page.locator('[data-found]')).toHaveAttribute('data-found', '1')
    await page.getByRole('button', { name: /^Not found · 1/ }).click()
    await expect(page.locator(`.m-gate-musterPerson[data-person="${names[1]}"]`)).toBeVisible()
    day.arrives(async (own) => {
      const made = [`${names[0]} safe`, `${names[1]} missing`]
      const marks = async () => {
        const { events } = await (await own.reader(manager)).get<AnswerOf<typeof musterEvents>>(`/api/musters/${team}`)
        const all = events
          .map(({ event }) => musterEventOf(event))
          .flatMap((event) => (event?.type === 'mark' ? [`${event.person.name} ${event.state}`] : []))
        return all.filter((mark) => made.includes(mark)).toSorted()
      }
      await expect.poll(marks).toEqual(made.toSorted())
    })
  }),
)

test(
  ...task('warden', 'keep the report of a roll call as a PDF', async (page, site) => {
    await openDrill(page, site)
    await page.getByRole('link', { name: 'Report' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
    expect(file.suggestedFilename()).toMatch(/^Muster drill report .*\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }),
)

test(...day.end('Foreman and warden, phone'))
