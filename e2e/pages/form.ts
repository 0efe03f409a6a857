import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** Where a form is shown: a page, or a frame of it. */
type FormView = Page | FrameLocator

/** The block of a field: label, control, error text. */
export const field = (page: FormView, attribute: string): Locator => page.locator(`[data-attribute="${attribute}"]`)

/** Chooses a radio button or an option of a select box by its visible text. */
export async function choose(page: FormView, attribute: string, option: string) {
  const block = field(page, attribute)
  const select = block.locator('select')
  await block.locator('select, input').first().waitFor()
  if ((await select.count()) > 0) {
    const texts = await select.locator('option').allTextContents()
    const label = texts.find((text) => text === option || text.startsWith(`${option} – `))
    if (label === undefined) throw new Error(`${attribute} has no option ${option}; it has ${texts.join(', ')}`)
    await select.selectOption({ label })
  } else await block.locator('label.m-controls-choice').filter({ hasText: option }).first().click()
}

/** Chooses any option except "Choose…". */
export async function chooseFirst(page: FormView, attribute: string) {
  const select = field(page, attribute).locator('select')
  await field(page, attribute).locator('select, input').first().waitFor()
  if ((await select.count()) > 0) await select.selectOption({ index: 1 })
  else await field(page, attribute).locator('label.m-controls-choice').first().click()
}

export async function fill(page: FormView, attribute: string, text: string) {
  await field(page, attribute).locator('input:not([type=hidden]), textarea').first().fill(text)
}

export const tick = (page: FormView, attribute: string) => field(page, attribute).locator('input[type=checkbox]').check()

/** Adds files like the file chooser; resolves when each is stored on the device. */
export async function addPhotos(page: FormView, attribute: string, photos: { name: string; mimeType: string; buffer: Buffer }[]) {
  const block = field(page, attribute)
  const tiles = block.locator('.m-attachments-fileTiles > li')
  const before = await tiles.count()
  await block.locator('input[type=file]:not([capture])').setInputFiles(photos)
  await expect(tiles).toHaveCount(before + photos.length)
  await expect(block.locator('.m-attachments-fileMarks')).toContainText(String(before + photos.length))
}

/** Draws a line on the signature sheet and confirms it. */
export async function sign(page: Page, attribute: string) {
  const block = field(page, attribute)
  await block.locator('button').first().click()
  const dialog = page.getByRole('dialog')
  const sheet = dialog.locator('canvas')
  // Waits until the dialog has opened.
  await sheet.hover()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sheet is not shown')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.6))
  await page.mouse.down()
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(...at(0.2 + step * 0.05, 0.6 + (step % 3) * 0.08))
  await page.mouse.up()
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
  await expect(block.locator('.m-signature')).toBeVisible()
}

/** Presses the save button of the form. */
export const save = (page: FormView, label: string) =>
  page.locator('.m-forms-actionBar').getByRole('button', { name: label, exact: true }).click()

/** The screen after a save. */
export const processed = (page: FormView) => page.locator('[data-status-screen=processed]')
