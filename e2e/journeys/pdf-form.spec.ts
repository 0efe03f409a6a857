import type { Locator, Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { findings } from '../harness/axe.ts'
import { expect, phoneTestOfOwnSite } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { processed } from '../pages/form.ts'

/** The offline day of a worker also counts who has sent the safety manual. */
const test = phoneTestOfOwnSite()

/** True if the whole document is on the device. */
const kept = (page: Page, url: string) =>
  page.evaluate(async (key) => {
    const request = indexedDB.open('muster')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const row = db.transaction('keptMedia').objectStore('keptMedia').get(key)
    const value = await new Promise<{ state?: string } | undefined>((resolve) => {
      row.onsuccess = () => resolve(row.result as { state?: string } | undefined)
    })
    db.close()
    return value?.state
  }, url)

async function draw(sheet: Locator) {
  // Waits until the dialog has opened.
  await sheet.hover()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sheet is not shown')
  const { mouse } = sheet.page()
  await mouse.move(box.x + 40, box.y + 60)
  await mouse.down()
  for (let step = 1; step <= 20; step++) await mouse.move(box.x + 40 + step * 10, box.y + 60 + (step % 4) * 8)
  await mouse.up()
}

test('FE-096 FE-097 FE-099 FE-102 FE-254 FE-255 a manual of 40 pages is read, filled in, signed and submitted with two photos where there is no signal, and arrives once', async ({
  worker: page,
  site,
  manager,
}) => {
  await page.getByText('Everything here opens without a connection.').waitFor({ timeout: 60_000 })
  await expect.poll(() => kept(page, '/media/safety-manual.pdf')).toBe('kept')
  await page.context().setOffline(true)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${site.address}/frontend/forms/safety-manual`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const first = page.locator('[data-page="1"]')
  await expect(first.getByText('Read all of it.', { exact: false })).toBeAttached()

  // What a submit needs is in the document: the missing fields are named, wherever the reader is.
  await expect(button('0 of 6 filled').or(page.getByText(/of 6 filled/))).toBeVisible()
  await button('Submit').click()
  await expect(page.getByText('The following fields are missing values:')).toBeVisible()
  await page.keyboard.press('Escape')

  const width = async () => (await first.boundingBox())?.width ?? 0
  const before = await width()
  await button('Zoom in').click()
  await expect.poll(width).toBeGreaterThan(before)
  await button('Zoom out').click()
  await expect.poll(width).toBe(before)
  const room = page.locator('.m-pdfForm-root')
  const height = async () => (await room.boundingBox())?.height ?? 0
  const small = await height()
  await button('Fullscreen').click()
  await expect(button('Fullscreen')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(height).toBeGreaterThan(small)
  await button('Fullscreen').click()
  await expect(button('Fullscreen')).toHaveAttribute('aria-pressed', 'false')

  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox').fill('green tag, no step')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.getByRole('searchbox').press('Escape')
  await button(/^\d+ \/ 40: all pages$/).click()
  await page.getByLabel('Go to page').fill('40')
  await button('Go').click()
  await button('Close').click()

  const field = (name: string) => page.locator(`[data-field="${name}"]`).first()
  await expect(field('name')).toHaveValue('Ashley Tran')
  await field('trade').selectOption('Electrician')
  await field('first_aid').check()
  await field('questions').fill('Wo ist der Sammelplatz? – ¿Dónde?')
  await field('understood').check()
  await field('signature').click()
  await draw(page.getByLabel('Sheet to sign on', { exact: false }))
  await button('Confirm').click()
  await expect(page.getByRole('group', { name: 'Signature of Ashley Tran' })).toBeVisible()
  await expect(page.getByText('6 of 6 filled').or(page.getByText('Saved on this device')).first()).toBeVisible()
  await button('Attachments (0)').click()
  await page.locator('input[type=file]').setInputFiles([photo(1), photo(2)])
  await expect(page.getByRole('heading', { name: 'Attachments (2)' })).toBeVisible()
  await button('Done').click()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  expect(await findings(page)).toEqual([])

  // The entered values survive a reload.
  await page.reload()
  await expect(button('Attachments (2)')).toBeVisible()
  await button(/^\d+ \/ 40: all pages$/).click()
  await page.getByLabel('Go to page').fill('40')
  await button('Go').click()
  await button('Close').click()
  await expect(field('trade')).toHaveValue('Electrician')
  await button('Submit').click()
  await expect(processed(page)).toBeVisible()
  expect(await manager.records('safety-manual')).toEqual([])

  await page.context().setOffline(false)
  await expect.poll(async () => (await manager.records('safety-manual')).length, { timeout: 60_000 }).toBe(1)
  const [record] = await manager.records('safety-manual')
  if (!record) throw new Error('nothing has arrived')
  const { pdf, fields, attachments, read } = record.model as {
    pdf: { url: string; filename: string }[]
    fields: Record<string, unknown>
    attachments: { url: string }[]
    read: { highest: number; pages: number }
  }
  expect(read).toEqual({ highest: 40, pages: 40 })
  expect(fields).toMatchObject({ name: 'Ashley Tran', trade: 'Electrician', first_aid: 'Yes', understood: true })
  for (const { url } of attachments) expect((await manager.file(url)).subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(attachments).toHaveLength(2)
  const form = (await PDFDocument.load(await manager.file(pdf[0]?.url ?? ''))).getForm()
  expect(form.getTextField('questions').getText()).toBe('Wo ist der Sammelplatz? – ¿Dónde?')
  expect(form.getTextField('name').getText()).toBe('Ashley Tran')
  expect(form.getDropdown('trade').getSelected()).toEqual(['Electrician'])
  expect(form.getCheckBox('understood').isChecked()).toBe(true)
  expect(form.getCheckBox('report').isChecked()).toBe(false)
})

test('FE-253 the browser’s back button asks before a PDF form is left, however soon something was filled in', async ({
  worker: page,
  site,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const before = page.url()
  await page.goto(`${site.address}/frontend/forms/safety-manual`)
  const questions = page.locator('[data-field="questions"]').first()
  // Into the field as soon as it is there: the scripts of the file may still be starting.
  await page.getByRole('button', { name: /^\d+ \/ 40/ }).click()
  await page.getByLabel('Go to page').fill('40')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await questions.fill('Where is the assembly point?')
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You may lose data. Do you wish to continue?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(questions).toHaveValue('Where is the assembly point?')
  await page.goBack()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(before)
})
