import type { Page } from '@playwright/test'
import { demoId } from '../../server/demo/company.ts'
import { engineFindings } from '../harness/equalAccess.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { unjudged } from './exceptions.ts'

/**
 * Screens outside of the console's frame; `e2e/crawl/access.spec.ts` examines every address inside of it, and the playground. My
 * Tasks is examined with axe alone (axe.spec.ts).
 */
const paths = [
  '/install',
  '/studio',
  '/guide',
  '/scan',
  '/devices/register',
  `/gate/${demoId('bot Gate 1 Check-in')}`,
  '/frontend/forms/orientation',
  '/frontend/forms/manpower',
]

const found = async (page: Page) =>
  unjudged(await engineFindings(page)).map(({ rule, message, element }) => `${rule}: ${message} ${element}`)

test('screens of the whole window are free of what IBM Equal Access finds, a second engine', async ({ page, site, complaints: _ }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await site.signedIn(page, people.owner)
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(site.address + path)
      await page.locator('h1').first().waitFor()
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      expect.soft(await found(page), path).toEqual([])
    })

  await test.step('a form with errors', async () => {
    await page.goto(`${site.address}/frontend/forms/hazard-report`)
    await page.locator('.m-forms-actionBar button').last().click()
    await page.locator('.m-forms-summary').waitFor()
    expect.soft(await found(page), 'a form with errors').toEqual([])
  })
})
