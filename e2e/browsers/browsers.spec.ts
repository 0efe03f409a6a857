import { installedFirefox, installedWebkit } from '../../scripts/steps/browser.mjs'
import { startFirefox } from '../harness/firefox/startFirefox.ts'
import { expect, test } from '../harness/fixtures.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import { expectedPage, type Found, readPage, writePage } from './browsersDocument.ts'
import { measure } from './measure.ts'

test('the page about browsers says what the engines offer, and which journeys run in them', async ({ page, site }) => {
  const address = `${site.address}/sign-in`
  await page.goto(address)
  const found: Found = { chromium: await page.evaluate(measure) }
  for (const [engine, isHere, start] of [
    ['firefox', installedFirefox(), startFirefox],
    ['webkit', installedWebkit(), startWebkit],
  ] as const) {
    if (isHere === undefined) continue
    const device = await start()
    try {
      await device.page.goto(address)
      found[engine] = await device.page.evaluate(measure)
    } finally {
      await device.close()
    }
  }
  if (process.env['PRINT'] !== undefined) writePage(found)
  expect(readPage()).toBe(expectedPage(found))
})
