import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect, installed, people, type Site, spokenTo, testOfOwnSite } from '../harness/fixtures.ts'
import type { Person } from '../harness/api.ts'
import { field, fill, processed, save } from '../pages/form.ts'
import { type ColdBrowser, coldBrowser, laptopLook as laptop, phoneLook as phone } from './cold.ts'
import { dayPart, type FirstTask, firstTasks, mostClicks, readClicks, readPage, writeClicks } from './clicksDocument.ts'
import { tasks } from './tasks.ts'

const test = testOfOwnSite()

/** Counts the presses of a person in the page, whatever the test calls them. */
interface Counted {
  readonly page: Page
  press(control: Locator): Promise<void>
  /** Types into a field, with a press unless it has the focus. */
  type(control: Locator, text: string): Promise<void>
  /** Chooses from a menu of the system, which is no press for the page: it opens and takes one each. */
  choose(control: Locator, option: string): Promise<void>
  count(): number
}

async function counted(page: Page): Promise<Counted> {
  let presses = 0
  await page.exposeFunction('countPress', () => void (presses += 1))
  await page.addInitScript(() => {
    addEventListener('pointerdown', (event) => event.isTrusted && void (globalThis as unknown as { countPress(): void }).countPress(), true)
  })
  return {
    page,
    press: (control) => control.click(),
    async type(control, text) {
      await expect(control).toBeVisible()
      if (!(await control.evaluate((field) => field === document.activeElement))) await control.click()
      await control.fill(text)
    },
    async choose(control, option) {
      await control.selectOption(option)
      presses += 2
    },
    count: () => presses,
  }
}

type Act = (counted: Counted, site: Site) => Promise<void>

const found = new Map<FirstTask, number>()

/** The devices of the people, each signed in once. */
const devices = new Map<Person, ColdBrowser>()
// A task that failed without a connection must not fail the others.
test.afterEach(({ site }) => site.proxy.up())
test.afterAll(async () => {
  for (const device of devices.values()) await device.remove()
})

/** A new window on the device of a person. */
async function windowOf(person: Person, look: BrowserContextOptions, site: Site, profile: string): Promise<Page> {
  const known = devices.get(person)
  if (known) return await known.page().context().newPage()
  const device = await coldBrowser(profile, look)
  devices.set(person, device)
  const page = device.page()
  await site.signedIn(page, person)
  await spokenTo(page)
  await installed(page)
  await page.evaluate(() => localStorage.setItem('muster:preference:language', '"en"'))
  return await page.context().newPage()
}

/** A person who does this for the first time begins at the start page. */
function firstTime(
  task: FirstTask,
  person: Person,
  look: BrowserContextOptions,
  act: Act,
  before?: (page: Page, site: Site) => Promise<void>,
) {
  test(`${task}: at most ${mostClicks} presses from the start page`, async ({ site, profile }) => {
    const page = await windowOf(person, look, site, profile)
    await before?.(page, site)
    const one = await counted(page)
    await page.goto(`${site.address}/`)
    await page.waitForFunction(() => location.pathname !== '/')
    expect(one.count()).toBe(0)
    await act(one, site)
    expect(one.count()).toBeGreaterThan(0)
    expect(one.count()).toBeLessThanOrEqual(mostClicks)
    found.set(task, one.count())
    await page.close()
  })
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).filter({ visible: true }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()
const menu = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name })

async function sendNote(page: Page, site: Site, note: string) {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', note)
  await save(page, 'Save')
  await expect(processed(page)).toContainText(/Saved on this device|Sent/)
}

firstTime('find the daily log', people.manager, laptop, async ({ page, press }) => {
  await press(menu(page, 'Projects'))
  await press(link(page, 'Harbor Point Tower'))
  await press(menu(page, 'Daily log'))
  await expect(page.getByRole('heading', { name: 'Daily Log' })).toBeVisible()
})

firstTime('see who is on site', people.manager, laptop, async ({ page, press }) => {
  await press(menu(page, 'On site now'))
  await expect(page.locator('[data-count]')).toBeVisible()
})

firstTime('add a question to a form', people.manager, laptop, async ({ page, press }) => {
  await press(menu(page, 'Form studio'))
  await press(link(page, /^Quick note/))
  const questions = page.getByRole('treeitem')
  await expect(questions.first()).toBeVisible()
  const before = await questions.count()
  await press(button(page, 'Add'))
  await press(page.getByRole('dialog').getByRole('listitem').first().getByRole('button'))
  await expect(questions).toHaveCount(before + 1)
})

firstTime(
  'correct what I just sent',
  people.worker,
  phone,
  async ({ page, press, type }) => {
    await press(link(page, /^Sent by me/))
    await press(link(page, /^Edit: To correct at once/))
    await type(field(page, 'note').locator('input, textarea').first(), 'To correct at once, corrected')
    await press(button(page, 'Save'))
    // A page that is closed while it sends leaves the save to another one, which waits before it tries.
    await expect(processed(page).locator('[role=status]')).toHaveText('Sent')
  },
  (page, site) => sendNote(page, site, 'To correct at once'),
)

firstTime('invite a person by their number', people.manager, laptop, async ({ page, press, type }) => {
  await press(menu(page, 'People'))
  await press(button(page, 'Invite by mobile number'))
  await type(page.getByLabel('Numbers'), '+1 202 555 0177 Nadia First')
  await press(button(page, 'Preview'))
  await press(button(page, 'Send 1 text'))
  await expect(page.getByText(/Invitations sent: 1/)).toBeVisible()
})

firstTime('find a person', people.manager, laptop, async ({ page, press, type }) => {
  await press(button(page, 'Find anything'))
  await type(page.getByRole('dialog').getByRole('combobox'), 'marisol')
  await press(page.getByRole('option', { name: /^Marisol Vega/ }))
  await expect(page.getByText('marisol.vega@example.com')).toBeVisible()
})

firstTime('begin a roll call', people.foreman, phone, async ({ page, press }) => {
  await press(link(page, /^On site now/))
  await press(button(page, 'Muster'))
  await press(button(page, 'Drill'))
  await press(button(page, 'Start muster'))
  await expect(page.locator('[data-found="0"]')).toBeVisible()
})

firstTime(
  'see who is missing at a roll call',
  people.owner,
  phone,
  async ({ page, press }) => {
    await press(link(page, /Today/))
    await press(link(page, /in progress: join/))
    await expect(page.locator('[data-found]')).toBeVisible()
  },
  async (page, site) => {
    // The task before has begun one.
    if (found.has('begin a roll call')) return
    await page.goto(`${site.address}/onsite`)
    await button(page, 'Muster').click()
    await button(page, 'Drill').click()
    await button(page, 'Start muster').click()
    await expect(page.locator('[data-found]')).toBeVisible()
  },
)

firstTime(
  'send a waiting save now',
  people.worker,
  phone,
  async ({ page, press }, site) => {
    await press(page.locator('[data-sync]'))
    await expect(page.locator('[data-save]')).toHaveCount(1)
    await press(page.locator('[data-save]').getByRole('button', { name: 'Send now' }))
    site.proxy.up()
    await expect(page.locator('[data-save]')).toHaveCount(0)
  },
  async (page, site) => {
    await page.goto(`${site.address}/frontend/forms/quick`)
    await expect(field(page, 'note')).toBeVisible()
    site.proxy.down()
    await sendNote(page, site, 'Waits for a press')
  },
)

/** Runs in the page: counts how often the print window of the browser is asked for. */
function countPrints() {
  window.print = () => {
    document.documentElement.dataset['prints'] = String(Number(document.documentElement.dataset['prints'] ?? 0) + 1)
  }
}

firstTime('print a record', people.manager, laptop, async ({ page, press }) => {
  await page.addInitScript(countPrints)
  await page.evaluate(countPrints)
  await press(menu(page, 'My Tasks'))
  await press(link(page, /^Arrived: Hazard Report/))
  await press(page.locator('details summary').first())
  await press(button(page, 'Print'))
  await expect(page.locator('html[data-prints="1"]')).toBeAttached()
})

firstTime('pair a tablet', people.manager, laptop, async ({ page, press }) => {
  await press(button(page, /^More: Gate 1 Check-in/))
  await press(page.getByRole('menuitem', { name: 'Kiosk' }))
  await expect(page.getByText('246 810').or(page.getByText('246810')).first()).toBeVisible()
})

firstTime('change my language', people.worker, phone, async ({ page, press, choose }) => {
  await press(button(page, /User Preferences/))
  await choose(page.getByRole('dialog').getByLabel('Language'), 'Spanish')
  await press(button(page, 'OK'))
  await expect(page.getByRole('heading', { name: 'Mis tareas' })).toBeVisible()
})

firstTime('log out', people.foreman, phone, async ({ page, press }) => {
  await press(button(page, /User Preferences/))
  await press(button(page, 'Logout'))
  await press(button(page, 'No, only me'))
  await expect(page.getByLabel('Mobile number')).toBeVisible()
})

test('docs/offline-day.md lists the presses of each first-time task', () => {
  test.skip(found.size < firstTasks.length, 'some of them did not run')
  if (process.env['PRINT'] !== undefined) writeClicks(found)
  expect(readClicks()).toEqual(new Map(firstTasks.map((task) => [task, found.get(task)])))
})

test('docs/offline-day.md lists the 40 tasks without a connection, and each is a test', () => {
  expect(readPage().startsWith(dayPart())).toBe(true)
  const folder = import.meta.dirname
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
  const text = specs.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
  const names = Object.values(tasks).flat()
  expect(names).toHaveLength(40)
  expect(names.filter((name) => !text.includes(`'${name}'`))).toEqual([])
})
