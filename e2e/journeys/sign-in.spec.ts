import { announced, recordAnnouncements } from '../harness/accessTree.ts'
import { expect, people, phoneTest, test } from '../harness/fixtures.ts'
import { enterPin } from '../pages/signIn.ts'

phoneTest('a person with an ended session is not asked twice on the sign-in page', async ({ worker: page, context, site }) => {
  await context.clearCookies()
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/me' && answer.status() === 401)
  await page.goto(`${site.address}/sign-in`)
  await asked
  await enterPin(page, site.server.address, people.worker)
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a stranger’s number gets the same answer as a known one', async ({ page, site, complaints: _ }) => {
  await page.goto(`${site.address}/sign-in`)
  await page.getByLabel('Mobile number').fill('2025550199')
  await page.getByRole('button', { name: 'Send PIN' }).click()
  await expect(page.getByText('We sent a text message with 6 digits')).toBeVisible()
  const pin = page.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleDescription(/6 digits/)
  await recordAnnouncements(page)
  await pin.fill('123456')
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  await expect(pin).toHaveAttribute('aria-invalid', 'true')
  expect(await announced(page)).toContain(await alert.textContent())
})
