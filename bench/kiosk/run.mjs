// Forty people in a row at an offline kiosk: the time that the app itself needs for each, with scripted taps,
// from Start to Start.
import { chromium } from '@playwright/test'
import { lastPin } from '../../e2e/harness/api.ts'
import { browserArgs, browserPath } from '../../e2e/harness/browser.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { figure } from '../measure.mjs'

const area = 'kiosk'
const people = Number(process.env['BENCH_RUNS'] ?? 40)
const owner = '+12025550101'

async function pair(page, address) {
  await page.goto(`${address}/kiosk/246810`)
  await page.locator('.m-controls-choice').first().click()
  await page.locator('button[type=submit]').click()
  await page.getByLabel('Verification PIN').waitFor()
  await page.getByLabel('Verification PIN').fill(await lastPin(address, owner))
  await page.locator('button[type=submit]').click()
  await page.getByText('Works without a connection, too').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.locator('.m-kiosk-starts').waitFor()
}

async function visitor(page, name) {
  const begun = performance.now()
  const frame = page.frameLocator('.m-kiosk-frame')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await frame.getByText('Leaving', { exact: true }).click()
  await frame.getByText('Tower', { exact: true }).click()
  await frame.getByText('I am a visitor or making a delivery').click()
  await frame.locator('[data-attribute="visitor_name"] input').fill(name)
  await frame.locator('[data-attribute="company"] select').selectOption({ index: 1 })
  await frame.getByRole('button', { name: 'Done', exact: true }).click()
  await frame.locator('[data-status-screen=processed]').click()
  await page.locator('.m-kiosk-starts').waitFor()
  return (performance.now() - begun) / 1000
}

export async function measure() {
  const server = await startMuster({})
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
  try {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true, locale: 'en-US' })
    const page = await context.newPage()
    await pair(page, server.address)
    await context.setOffline(true)
    const seconds = []
    for (let n = 1; n <= people; n++) seconds.push(await visitor(page, `Visitor ${n}`))
    return [
      figure(area, `one of ${people} in a row, taps and product`, 's', seconds, { atMost: 15 }),
      figure(area, `the slowest of ${people}`, 's', [Math.max(...seconds)], { atMost: 15 }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
