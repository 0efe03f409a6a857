import type { Page } from '@playwright/test'
import { findingsInEveryLook } from '../harness/axe.ts'
import { expect, people, phoneTest as test, type Site } from '../harness/fixtures.ts'
import { field, processed } from '../pages/form.ts'

/** Every screen, in the state with the most content. */
const screens: [name: string, open: (page: Page, site: Site) => Promise<unknown>][] = [
  ['sign-in', (page, { address }) => page.goto(`${address}/sign-in`)],
  ['My Tasks', (page, { address }) => page.goto(address).then(() => page.waitForURL(/tasks/))],
  [
    'a form with errors',
    async (page, { address }) => {
      await page.goto(`${address}/frontend/forms/hazard-report`)
      await page.locator('.m-forms-actionBar button').last().click()
      await page.locator('.m-forms-summary').waitFor()
    },
  ],
  ['manpower', (page, { address }) => page.goto(`${address}/frontend/forms/manpower`)],
  ['orientation', (page, { address }) => page.goto(`${address}/frontend/forms/orientation`)],
  ['check-in', (page, { address }) => page.goto(`${address}/frontend/forms/check-in`)],
  ['outbox', (page, { address }) => page.goto(`${address}/outbox`)],
  ['texts', (page, { address }) => page.goto(`${address}/texts`)],
  ['playground', (page, { address }) => page.goto(`${address}/playground`)],
  ['an error', (page, { address }) => page.goto(`${address}/frontend/forms/nothing-here`)],
  [
    'User Preferences',
    async (page, { address }) => {
      await page.goto(`${address}/frontend/forms/quick`)
      await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  ],
]

test('every screen is free of what axe finds, in every look', async ({ worker: page, site }) => {
  for (const [name, open] of screens)
    await test.step(name, async () => {
      await open(page, site)
      await page.locator('h1, h2').first().waitFor()
      expect.soft(await findingsInEveryLook(page), name).toEqual([])
    })
})

test('the manager’s records are free of what axe finds', async ({ context, site, complaints: _ }) => {
  const page = await context.newPage()
  await site.signedIn(page, people.manager)
  await page.goto(`${site.address}/frontend/arrived/hazard-report`)
  await page.locator('summary').first().click()
  expect(await findingsInEveryLook(page)).toEqual([])
})

test('a form is filled and saved with the keyboard alone', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/quick`)
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[data-attribute]')?.getAttribute('data-attribute') ??
        document.activeElement?.textContent?.trim() ??
        '',
    )
  const tabTo = async (what: string) => {
    for (let step = 0; step < 30; step += 1) {
      if ((await focused()) === what) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${what}`)
  }
  // The photo field is loaded after the others.
  await expect(field(page, 'photos').getByRole('button').first()).toBeVisible()
  await tabTo('note')
  await page.keyboard.type('By keyboard')
  await tabTo('photos')
  await tabTo('Save')
  await page.keyboard.press('Enter')
  await expect(processed(page)).toBeVisible()
})
