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
