import { expect, type Page } from '@playwright/test'
import { lastPin, people } from '../harness/api.ts'
import type { Site } from '../harness/fixtures.ts'

/** Authorizes the device as a kiosk of the demo, as Grace Okafor does. */
export async function startKiosk(page: Page, site: Site) {
  await page.goto(`${site.address}/kiosk/246810`)
  await page.getByText('Grace O.').click()
  await page.getByRole('button', { name: 'Send PIN' }).click()
  await expect(page.getByText('Grace O. has a text message with 6 digits.')).toBeVisible()
  await page.getByLabel('Verification PIN').fill(await lastPin(site.server.address, people.owner.mobile))
  await page.getByRole('button', { name: 'Start kiosk' }).click()
}
