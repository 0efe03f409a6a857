import type { Page } from '@playwright/test'
import { findingsInEveryLook } from '../harness/axe.ts'
import { expect, people, phoneTest as test, type Site } from '../harness/fixtures.ts'

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
