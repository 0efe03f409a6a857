import lighthouse from 'lighthouse'
import { startDevice } from '../../e2e/harness/browser.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { sizes } from '../../scripts/size.mjs'
import { figure, median } from '../measure.mjs'
import { serveBare } from './bare.mjs'

const area = 'start'
const form = '/frontend/forms/hazard-report'
const runs = 7

/**
 * Runs in the page: ms from the navigation to the second frame after the first usable control, after the app has taken the
 * place of the form that was drawn before it (public/guard.js), and after it has rendered what is below the first screen.
 */
const whenUsable = () => {
  const usable = () =>
    [...document.querySelectorAll('input, select, textarea')].some((control) => !control.disabled && control.offsetParent !== null)
  const stamp = (name) => {
    Object.assign(window, { [name]: performance.now() })
    if (name === 'wholeAt') console.debug(name)
  }
  const note = (name) => requestAnimationFrame(() => requestAnimationFrame(() => stamp(name)))
  const steps = [
    ['usableAt', usable],
    ['readyAt', () => !document.getElementById('drawn')],
    ['wholeAt', () => !document.querySelector('.m-fields-rest')],
  ]
  const look = () => {
    while (steps[0]?.[1]()) note(steps.shift()[0])
    if (steps.length > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Time between visits in ms: the browser caches the compiled code of a page some seconds after it is opened
 * again, as for an app in regular use.
 */
const aWhile = 4000
const visits = 3

/**
 * Visits online until the shell is installed, the form is visible and the browser has filled its caches, for
 * the app and for the peer.
 */
async function install(address) {
  const device = await startDevice()
  await device.page.goto(address)
  await device.page.locator('input, select, textarea').first().waitFor()
  await device.page.evaluate(() => navigator.serviceWorker.ready)
  for (let visit = 0; visit < visits; visit += 1) {
    await device.page.reload()
    await device.page.locator('input, select, textarea').first().waitFor()
    await device.page.waitForTimeout(aWhile)
  }
  // The browser writes what the app keeps to disk.
  await device.quit()
  await device.restart()
  return device
}

async function coldStart(device, address) {
  await device.kill()
  const page = await device.restart()
  await page.addInitScript(whenUsable)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Playwright's own wait would evaluate its script in the page while the page starts.
  const isWhole = page.waitForEvent('console', (message) => message.text() === 'wholeAt')
  await page.goto(address, { waitUntil: 'commit' })
  await isWhole
  return page.evaluate(() => ({ usable: window.usableAt, ready: window.readyAt, whole: window.wholeAt }))
}

async function coldStarts() {
  const [muster, bare] = await Promise.all([startMuster(), serveBare()])
  const [own, peer] = [await install(muster.address + form), await install(bare.address)]
  await Promise.all([muster.stop(), bare.stop()])
  const ours = []
  const theirs = []
  for (let run = 0; run < runs; run += 1) {
    ours.push(await coldStart(own, muster.address + form))
    theirs.push(await coldStart(peer, bare.address))
  }
  await Promise.all([own.close(), peer.close()])
  const usable = ours.map((start) => start.usable)
  const ready = ours.map((start) => start.ready)
  const whole = ours.map((start) => start.whole)
  const floor = theirs.map((start) => start.usable)
  const beside = (values) => values.map((value) => value / median(floor))
  return [
    figure(area, 'cold start offline, 4× CPU, to a usable form', 'ms', usable, { atMost: 1000 }),
    figure(area, 'the same to the app in its place', 'ms', ready),
    figure(area, 'the same to the whole app', 'ms', whole),
    figure(area, 'the same of a bare React and Dexie page', 'ms', floor),
    figure(area, 'ratio of the two', '×', beside(usable), { atMost: 0.7 }),
    figure(area, 'ratio of the app in its place to the bare page', '×', beside(ready)),
    figure(area, 'ratio of the whole app to the bare page', '×', beside(whole), { atMost: 1.2 }),
  ]
}

async function scores() {
  const muster = await startMuster()
  const device = await startDevice()
  const { port } = new URL(device.debugger)
  const budgets = { performance: 95, accessibility: 100, 'best-practices': 100 }
  const found = []
  for (const [name, address] of [
    ['sign-in page', '/'],
    ['hazard report', form],
  ]) {
    const results = []
    for (let run = 0; run < 5; run += 1) {
      const options = { port: Number(port), output: 'json', logLevel: 'error', onlyCategories: Object.keys(budgets) }
      results.push((await lighthouse(muster.address + address, options)).lhr)
    }
    for (const [category, atLeast] of Object.entries(budgets)) {
      const values = results.map(({ categories }) => categories[category].score * 100)
      found.push(figure(area, `Lighthouse mobile, ${name}: ${category}`, '', values, { atLeast }))
    }
  }
  await device.close()
  await muster.stop()
  return found
}

const weights = () =>
  sizes()
    .filter(({ budget }) => budget !== undefined)
    .map(({ name, kB, budget }) => figure(area, `size: ${name}`, 'kB', [kB], { atMost: budget }))

export async function measure() {
  return [...weights(), ...(await coldStarts()), ...(await scores())]
}
