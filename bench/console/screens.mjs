// Each screen of the console in a company of 500 projects: from the moment that the app goes there until its content is painted,
// on a slow laptop (4× CPU); and on this machine how long the browser takes from a press or a key to the next paint, by its own
// event timing.
import { figure, percentile } from '../measure.mjs'
import { idOf } from './company.mjs'

const area = 'console'
const [project, bot] = [idOf('project', 42), idOf('bot', 42)]

/** Name → address and the selector of its first useful content. */
const screens = {
  bots: ['/automations', 'tr[data-row]'],
  projects: ['/teams', 'tr[data-row]'],
  'one project': [`/teams/${project}`, 'tr[data-row], section'],
  'bots of one project': [`/team/${project}/automations`, 'tr[data-row]'],
  'one bot': [`/automation/${bot}`, 'form, [data-attribute]'],
  conversations: [`/automation/${idOf('bot', 40)}/executions`, 'table'],
  review: ['/review', '[data-item], h2'],
  today: ['/today', 'section, h2'],
  people: ['/people', 'table, li'],
  records: ['/records', 'table, li, h2'],
  reporting: ['/reporting', 'select, svg'],
  lists: ['/lists', 'table'],
  libraries: ['/libraries', 'table, h2'],
  devices: ['/devices', 'table, h2'],
  billing: ['/billing', 'table, li'],
  'one account': [`/billing/${idOf('account', 1)}`, 'section, h2'],
  'on site now': [`/onsite/${project}`, 'section, h2'],
  'the daily log': [`/team/${project}/log`, 'section, h2, table'],
  'the audit log': ['/audit', 'table, li, h2'],
  support: ['/support', 'a'],
}

/** Runs in each new page: keeps how long each press and each key took until the next paint, ms. */
function keepTimings() {
  const kept = new Map()
  globalThis.interactions = kept
  const note = (list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) kept.set(interactionId, Math.max(kept.get(interactionId) ?? 0, duration))
  }
  new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver(note).observe({ type: 'first-input', buffered: true })
}

const painted = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
/** The browser reports an interaction a moment after its paint. */
const reported = (page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))

/** The slowest interaction since the last call, ms. The browser leaves out those below 16 ms. */
async function slowest(page) {
  await painted(page)
  await reported(page)
  return await page.evaluate(() => {
    const slow = Math.max(0, ...globalThis.interactions.values())
    globalThis.interactions.clear()
    return slow
  })
}

/** Keys and presses that change nothing: Tab through the page, type in its search, open and close its first menu. */
async function operate(page) {
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
  const search = page.locator('main').getByRole('searchbox').first()
  if (await search.isVisible()) {
    await search.click()
    await page.keyboard.type('man', { delay: 60 })
    await search.fill('')
  }
  const menu = page.locator('main [aria-haspopup=menu]:not([aria-disabled=true])').first()
  if (await menu.isVisible()) {
    await menu.click()
    await page.keyboard.press('Escape')
  }
  const heading = page.getByRole('heading', { level: 1 })
  if (await heading.isVisible()) await heading.click()
}

/** Waits this long for the content of a screen, ms. */
const longest = 20_000

/** Runs in the page: goes to a screen. Resolves to the ms until its first content is painted, or undefined if none comes. */
async function goTo({ href, content, limit }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const heading = document.querySelector('main h1')
  const former = heading?.textContent
  const isNew = () => !heading?.isConnected || heading.textContent !== former
  const begun = performance.now()
  void globalThis.__TSR_ROUTER__.navigate({ href })
  while (!isNew() || document.querySelector(`main :is(${content})`) === null || document.querySelector('main [data-skeleton]') !== null) {
    if (performance.now() - begun > limit) return undefined
    await frame()
  }
  await frame()
  await frame()
  return performance.now() - begun
}

/** A page with a link, a field and a button, and no script. */
const plain =
  '<!doctype html><title>Plain</title><main><h1>Plain</h1><input type="search"><button aria-haspopup="menu">Menu</button></main>'

/** `open`: makes a page in which the administrator is signed in. */
export async function measureScreens(open, address, runs) {
  const { context, page } = await open()
  await context.addInitScript(keepTimings)
  await context.route('**/plain.html', (route) => route.fulfill({ body: plain, contentType: 'text/html' }))
  const clock = await context.newCDPSession(page)
  const taken = {}
  const note = (name, value) => (taken[name] ??= []).push(value)
  for (let run = 0; run < runs; run += 1) {
    await page.goto(`${address}/plain.html`)
    await operate(page)
    note('a plain page: from a press or key to the next paint', await slowest(page))
    await page.goto(`${address}/support`)
    await page.locator('h1').waitFor()
    for (const [name, [path, content]] of Object.entries(screens)) {
      await clock.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const took = await page.evaluate(goTo, { href: path, content, limit: longest })
      // A screen without content counts as the wait for it, and says what it shows instead.
      if (took === undefined) console.error(`${name}: no ${content} at ${path}: ${(await page.locator('main').innerText()).slice(0, 200)}`)
      note(`${name}: first useful content, 4× CPU`, took ?? longest)
      await clock.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
      await slowest(page)
      await operate(page)
      note(`${name}: from a press or key to the next paint`, await slowest(page))
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search for a name, a form or a day' }).waitFor()
    await slowest(page)
    for (const key of 'manpower 0123') {
      await page.keyboard.press(key)
      note('find anything: from a key to the next paint', await slowest(page))
    }
    await page.keyboard.press('Escape')
  }
  await context.close()
  return Object.entries(taken).map(([name, values]) => {
    if (name.startsWith('a plain page')) return figure(area, name, 'ms', values)
    if (name.startsWith('find anything')) return figure(area, name, 'ms', [percentile(values, 0.95)], { atMost: 50 })
    return figure(area, name, 'ms', values, { atMost: name.includes('4× CPU') ? 1200 : 100 })
  })
}
