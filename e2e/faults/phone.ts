import { devices, type Page } from '@playwright/test'
import { test as base, installed, people } from '../harness/fixtures.ts'
import { phone as size } from '../harness/browser.ts'

/**
 * Faults that don't change the device share one phone, on which the worker is signed in and the app
 * installed: a test takes one second instead of four. A failed test ends the Playwright worker, and the
 * next one gets a new phone.
 */
export const test = base.extend<{ page: Page }, { phone: Page }>({
  phone: [
    async ({ browser, site }, provide) => {
      const context = await browser.newContext({
        ...devices['Pixel 7'],
        viewport: size,
        deviceScaleFactor: 1,
        locale: 'en-US',
        timezoneId: 'America/New_York',
      })
      const page = await context.newPage()
      await site.signedIn(page, people.worker)
      await installed(page)
      await provide(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  /** A page of that phone. */
  page: async ({ phone, site }, provide) => {
    const page = await phone.context().newPage()
    await provide(page)
    site.proxy.reset()
    await page.close()
  },
})
