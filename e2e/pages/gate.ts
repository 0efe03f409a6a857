import { expect, type Page } from '@playwright/test'

/** Signs in a visitor who is new at a gate, after *I am new here*. */
export async function signInVisitor(page: Page, name: string) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Company').fill('Visiting Ltd')
  await page.getByLabel('Mobile number').fill('2025550188')
  await page.getByLabel('Who are you here to see?').fill('Daniel Reyes')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Stay with the person you visit.')).toBeVisible()
}
