import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { openExecutions } from '../../contract/endpoints/executions.ts'
import { expect, people, type Site, test } from '../harness/fixtures.ts'
import { firstGate, laptopLook, readyDevice } from './cold.ts'
import { offlineDay } from './offlineDay.ts'

let team = ''
const day = offlineDay<'manager'>(async (site, profile) => {
  team = (await firstGate(site)).team
  return await readyDevice(site, profile, {
    person: people.manager,
    look: laptopLook,
    keys: ['app', 'screens', 'today', 'onSite', 'gates', 'dailyLog', 'review', 'projects', 'people', 'bots', 'devices', 'report'],
    before: async (page) => {
      await page.goto(`${site.address}/reporting`)
      await page.getByRole('button', { name: 'Run Report' }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
    },
  })
})
const { task } = day

/** The answers that wait for a decision, as the server counts them. */
async function waiting(site: Site): Promise<readonly string[]> {
  const { executions } = await (await site.reader(people.manager)).get<AnswerOf<typeof openExecutions>>('/api/executions/open')
  return executions.map(({ title }) => title)
}

const answersOf = (page: Page) => page.getByRole('list', { name: 'Waiting for a decision' }).locator('> li')
const menu = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name })
const openStart = (page: Page, site: Site) => page.goto(`${site.address}/`)

test(
  ...task('manager', 'see the day of all projects', async (page, site) => {
    await openStart(page, site)
    await page.getByRole('link', { name: /^Today .*people on site/ }).click()
    for (const part of ['On site now', 'Open hazards', 'Answers to review', 'Missing or late', 'Devices and kiosks'])
      await expect(page.getByRole('region', { name: part })).toBeVisible()
    await expect(page.getByText('Not on this device yet')).toHaveCount(0)
    await expect(page.locator('[data-sync]')).toContainText('Offline')
  }),
)

test(
  ...task('manager', 'approve an answer', async (page, site) => {
    await openStart(page, site)
    await menu(page, /^Review/).click()
    const answers = answersOf(page)
    const card = answers.filter({ has: page.getByRole('button', { name: 'Approve', exact: true }) }).last()
    const title = await card.getByRole('heading').innerText()
    const before = await answers.filter({ hasText: title }).count()
    await card.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(answers.filter({ hasText: title })).toHaveCount(before - 1)
    page = await day.restart()
    await page.goto(`${site.address}/review`)
    await expect(page.getByRole('list', { name: 'Waiting for a decision' })).toBeVisible()
    await expect(answersOf(page).filter({ hasText: title })).toHaveCount(before - 1)
    day.arrives((own) => expect.poll(async () => (await waiting(own)).filter((one) => one === title).length).toBe(before - 1))
  }),
)

test(
  ...task('manager', 'take back a decision', async (page, site) => {
    await page.goto(`${site.address}/review`)
    const card = answersOf(page)
      .filter({ has: page.getByRole('button', { name: 'Reject', exact: true }) })
      .first()
    const title = await card.getByRole('heading').innerText()
    const ofTitle = answersOf(page).filter({ hasText: title })
    const before = await ofTitle.count()
    await card.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(ofTitle).toHaveCount(before - 1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(ofTitle).toHaveCount(before)
    page = await day.restart()
    await page.goto(`${site.address}/review`)
    await expect(answersOf(page).filter({ hasText: title })).toHaveCount(before)
    day.arrives((own) => expect.poll(async () => (await waiting(own)).filter((one) => one === title).length).toBe(before))
  }),
)

test(
  ...task('manager', 'correct an answer and read its conversation', async (page, site) => {
    await page.goto(`${site.address}/review`)
    await page
      .getByRole('link', { name: /^Open ClearView/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'View Chat Log' }).first().click()
    await expect(page.getByRole('dialog')).toContainText(/\w/)
    await page.keyboard.press('Escape')
    await page.getByLabel('Worker Count').fill('5')
    await page.getByLabel('Worker Hours').fill('8')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    page = await day.restart()
    await page.goto(`${site.address}/review`)
    await page
      .getByRole('link', { name: /^Open ClearView/ })
      .first()
      .click()
    await expect(page.getByLabel('Worker Count')).toHaveValue('5')
  }),
)

test(
  ...task('manager', 'read an open hazard, and keep it as a PDF', async (page, site) => {
    await page.goto(`${site.address}/today`)
    await page.getByRole('link', { name: /^Temporary cable/ }).click()
    await expect(page.getByText('Temporary cable lies in standing water near the pump.').first()).toBeVisible()
    await page.goto(`${site.address}/frontend/arrived/hazard-report`)
    const record = page.locator('details').filter({ hasText: 'Parking Level P2' })
    await record.locator('summary').click()
    const [file] = await Promise.all([page.waitForEvent('download'), record.getByRole('button', { name: /PDF/ }).click()])
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }),
)

test(
  ...task('manager', 'see the members of a project and its holidays', async (page, site) => {
    await openStart(page, site)
    await menu(page, 'Projects').click()
    await page.goto(`${site.address}/teams/${team}`)
    await expect(page.getByRole('table', { name: 'Members' })).toContainText('Marisol Vega')
    await expect(page.getByRole('table', { name: 'Holiday Calendar' })).toBeVisible()
  }),
)

test(
  ...task('manager', 'find anything by a word', async (page, site) => {
    await openStart(page, site)
    await page.getByRole('button', { name: 'Find anything' }).click()
    const find = async (word: string, hit: RegExp) => {
      await page.getByRole('dialog').getByRole('combobox').fill(word)
      await expect(page.getByRole('option', { name: hit }).first()).toBeVisible()
    }
    await find('marisol', /^Marisol Vega/)
    await find('daily log', /^Daily log/)
    await find('hazard', /^Hazard Report/)
    await find('cable', /^Electricity · Parking Level P2 .*Hazard Report$/)
    await find('voltmark', /Voltmark Electric .*Daily Manpower$/)
    await find('holidays', /^Holidays/)
    await find('yesterday', /Harbor Point Tower/)
    await find('keystone', /^Keystone Concrete/)
    await find('marisol', /^Marisol Vega/)
    await page.getByRole('option', { name: /^Marisol Vega/ }).click()
    await expect(page.getByText('marisol.vega@example.com')).toBeVisible()
  }),
)

test(
  ...task('manager', 'see the bots and the devices', async (page, site) => {
    await openStart(page, site)
    await expect(page.getByRole('row', { name: /^Gate 1 Check-in/ })).toBeVisible()
    await menu(page, 'Devices').click()
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
    await expect(page.getByText('Not on this device yet')).toHaveCount(0)
  }),
)

test(
  ...task('manager', 'read the last report', async (page, site) => {
    await openStart(page, site)
    await menu(page, 'Reporting').click()
    await expect(page.getByRole('table').first()).toBeVisible()
  }),
)

test(...day.end('Manager, laptop'))
