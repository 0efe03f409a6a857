import type { Page } from '@playwright/test'
import { demoId, harborPine, harborPoint } from '../../server/demo/company.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { unreached } from '../harness/unreached.ts'

const bot = (title: string) => `/automation/${demoId(`bot ${title}`)}`

const botPaths = [
  '/automations',
  `/team/${harborPoint}/automations`,
  `/team/${harborPoint}/automation/add`,
  bot('Daily Manpower'),
  `${bot('Daily Manpower')}/executions`,
  `${bot('Gate 1 Check-in')}/people`,
  `${bot('Gate 1 Check-in')}/kiosk`,
  '/review',
]

const otherPaths = [
  '/teams',
  `/teams/${harborPoint}`,
  `/teams/${harborPoint}/companies`,
  `/onsite/${harborPoint}`,
  '/gate',
  '/reporting',
  '/libraries',
  '/lists',
  '/devices',
  '/billing',
  `/billing/${harborPine}`,
  '/support',
]

/** True if the focus is in the content, or the content has no control. */
const isInContent = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('main') !== null || document.querySelector('main :is(a, button, input)') === null)

for (const [about, paths] of [
  ['bots', botPaths],
  ['projects and accounts', otherPaths],
] as const)
  test(`Tab reaches every control of the console’s screens about ${about}, and the skip link leads past the menu`, async ({
    page,
    site,
    complaints: _,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await site.signedIn(page, people.owner)
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(site.address + path)
        await page.locator('h1').first().waitFor()
        await expect(page.locator('[data-skeleton]')).toHaveCount(0)
        const title = (await page.locator('h1').first().textContent()) ?? ''
        await expect.soft(page, path).toHaveTitle(`${title} – Muster`)
        expect.soft(await page.locator('main :is(header[data-app-bar], nav[aria-label=Console])').count(), path).toBe(0)
        await expect.soft(page.locator('main'), path).toHaveCount(1)
        // A screen that is still filled may have no control yet at the first Tab.
        await expect(async () => {
          await page.getByRole('button', { name: 'Skip to the content' }).press('Enter')
          await page.keyboard.press('Tab')
          expect(await isInContent(page), `${path}: the skip link`).toBe(true)
        }).toPass()
        // A control that is drawn again during the tour counts in the next one.
        await expect.soft.poll(() => unreached(page), { message: path, timeout: 20_000 }).toEqual([])
      })
  })
