import { expect, test } from '@playwright/test'
import { people } from '../harness/api.ts'
import { openSite } from '../harness/fixtures.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import { askForPin, enterPin, installed, pinField, signIn } from '../pages/webkit.ts'

test('in WebKit a stranger’s number gets the same answer as a known one, and a person with an ended session is asked once', async () => {
  const site = await openSite()
  const device = await startWebkit()
  try {
    const { page } = device
    await page.goto(`${site.address}/sign-in`)
    await askForPin(page, '2025550199')
    await page.shown({ css: 'main', text: /We sent a text message with 6 digits/ })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
    await page.fill(pinField, '123456')
    await page.shown({ css: '[role=alert]', text: /\w/ })
    await page.shown({ css: `${pinField.css}[aria-invalid=true]` })

    await signIn(page, site, people.worker)
    await installed(page)
    await page.clearCookies()
    const before = site.proxy.seen.length
    await page.goto(`${site.address}/sign-in`)
    await expect.poll(() => site.proxy.seen.slice(before).some(({ path }) => path.startsWith('/api/me'))).toBe(true)
    await enterPin(page, site, people.worker)
    await page.gone({ css: '[role=dialog], dialog' })
  } finally {
    await device.close()
    await site.close()
  }
})
