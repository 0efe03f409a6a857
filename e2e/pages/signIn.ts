import { expect, type Page } from '@playwright/test'
import { lastPin, type Person } from '../harness/api.ts'

/** `+1 202 555 0101` is typed without its calling code: the form's country is the United States. */
export const national = ({ mobile }: Person) => mobile.replace(/^\+1/, '')

/** Enters number and PIN in the visible form, either the page or the dialog over an expired session. */
export async function enterPin(page: Page, server: string, person: Person) {
  await page.getByLabel('Mobile number').fill(national(person))
  await page.getByRole('button', { name: 'Send PIN' }).click()
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.waitFor()
  await pin.fill(await lastPin(server, person.mobile))
}

/**
 * Signs in by PIN at `address` and waits for My Tasks. `server` is the URL for reading the texts, without
 * the fault proxy.
 */
export async function signIn(page: Page, address: string, server: string, person: Person) {
  await page.goto(`${address}/sign-in`)
  await enterPin(page, server, person)
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
}

/** Signs this browser out on the page *Where you are signed in*, on a device that is not shared. */
export async function signOutHere(page: Page) {
  await page
    .getByRole('button', { name: /^Sign out: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'No, only me' }).click()
  await expect(page).toHaveURL(/sign-in/)
}
