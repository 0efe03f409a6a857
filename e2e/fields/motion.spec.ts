import type { Page } from '@playwright/test'
import { field } from '../pages/form.ts'
import { expect, test } from './field-site.ts'

/** Runs in the page: closes the open dialog and looks two frames later, while it still leaves. */
async function closeAndLook() {
  const opener = document.querySelector<HTMLElement>('[data-attribute=signature] button')
  const cancel = [...document.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) => textContent?.trim() === 'Cancel')
  if (!opener || !cancel) throw new Error('no open dialog')
  cancel.click()
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
  opener.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = opener.getBoundingClientRect()
  return {
    leaves: document.querySelector('[data-leaving]') !== null,
    hasFocus: document.activeElement === opener,
    getsPresses: opener.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
  }
}

const openDialog = async (page: Page) => {
  await field(page, 'signature').getByRole('button', { name: 'Sign here' }).click()
  await page.getByRole('dialog').locator('canvas').waitFor()
}

test('a dialog leaves by motion, and the page below has focus and presses at once', async ({ open }) => {
  const page = await open('signature')
  // The code of the motion loads when the first dialog opens.
  await expect(async () => {
    await openDialog(page)
    expect(await page.evaluate(closeAndLook)).toEqual({ leaves: true, hasFocus: true, getsPresses: true })
  }).toPass()
  await expect(page.locator('[data-leaving]')).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDialog(page)
  expect(await page.evaluate(closeAndLook)).toEqual({ leaves: false, hasFocus: true, getsPresses: true })
})

/** Runs in the page: dismisses the message and looks two frames later, while it still leaves. */
async function dismissAndLook() {
  const close = document.querySelector<HTMLElement>('[popover]:not([data-leaving]) button')
  if (!close) throw new Error('no message')
  close.click()
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
  return { isShown: close.isConnected && close.checkVisibility(), takesPresses: close.closest('[inert]') === null }
}

test('the last message leaves by motion, and what is below it gets the presses', async ({ open }) => {
  const page = await open('signature')
  const speak = async (from: RegExp, to: string) => {
    await page.getByRole('button', { name: from }).click()
    await page.locator('dialog select').first().selectOption(to)
    await page
      .locator('dialog')
      .getByRole('button', { name: /^(?:OK|Aceptar)$/ })
      .click()
    await page.locator('[popover]:not([data-leaving]) button').waitFor()
  }
  await speak(/User Preferences/, 'es')
  expect(await page.evaluate(dismissAndLook)).toEqual({ isShown: true, takesPresses: false })
  await expect(page.locator('[popover]:not([data-leaving]) button')).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await speak(/Preferencias/, 'en')
  expect(await page.evaluate(dismissAndLook)).toMatchObject({ isShown: false })
})
