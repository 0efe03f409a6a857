import { installedFirefox, installedWebkit } from '../../scripts/steps/browser.mjs'
import { startFirefox } from '../harness/firefox/startFirefox.ts'
import { expect, test } from '../harness/fixtures.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import { expectedPage, type Found, readPage, writePage } from './browsersDocument.ts'
import { type Capabilities, measure } from './measure.ts'

test('the page about browsers says what the engines offer, and which journeys run in them', async ({ page, site }) => {
  const address = `${site.address}/sign-in`
  await page.goto(address)
  const found: Found = { chromium: await page.evaluate(measure) }
  const others = {
    firefox: installedFirefox() === undefined ? undefined : startFirefox,
    webkit: installedWebkit() === undefined ? undefined : startWebkit,
  }
  for (const engine of ['firefox', 'webkit'] as const) {
    const device = await others[engine]?.()
    if (device === undefined) continue
    try {
      await device.page.goto(address)
      const evaluate: (act: () => Promise<Capabilities>) => Promise<Capabilities> = device.page.evaluate.bind(device.page)
      found[engine] = await evaluate(measure)
    } finally {
      await device.close()
    }
  }
  if (process.env['PRINT'] !== undefined) writePage(found)
  expect(readPage()).toBe(expectedPage(found))
})
