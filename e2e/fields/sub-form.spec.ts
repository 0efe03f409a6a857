import { field } from '../pages/form.ts'
import { accessible, expect, test } from './field-site.ts'

test('FE-104 FE-258 FE-261 a person is added, edited and taken back by keyboard alone', async ({ open }) => {
  const page = await open('sub-form')
  const crew = field(page, 'crew').first()
  await crew.getByRole('button', { name: 'Add person' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Add person')
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
  await dialog.getByLabel('Name').fill('Ana Silva')
  await accessible(page)
  await dialog.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const row = crew.getByRole('button', { name: /^Ana Silva/ })
  await row.press('Enter')
  await dialog.getByLabel('Company').fill('Acme')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()
  await expect(row).not.toContainText('Acme')
  await accessible(page)
})

test('what is typed in a dialog survives a page that dies', async ({ open, context }) => {
  const page = await open('sub-form')
  await field(page, 'crew').first().getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ana Silva')
  const drafts = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const request = indexedDB.open('muster')
          request.onsuccess = () => {
            const rows = request.result.transaction('drafts').objectStore('drafts').getAll()
            rows.onsuccess = () => {
              resolve(JSON.stringify(rows.result))
              request.result.close()
            }
          }
        }),
    )
  await expect.poll(drafts).toContain('Ana Silva')
  const address = page.url()
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByRole('button', { name: /^Ana Silva/ })).toBeVisible()
})

test('FE-310 removing asks with the name of the item', async ({ open }) => {
  const page = await open('sub-form')
  const notes = field(page, 'notes').first()
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByRole('button', { name: 'Remove Item 1' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to remove Item 1?')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(notes.getByRole('button', { name: 'Remove Item 1' })).toHaveCount(0)
})

test('lists of people, of firms, of check-outs and of checks: nothing to stumble over, at 320 px too', async ({ open }) => {
  const page = await open('crew-list')
  await page.setViewportSize({ width: 320, height: 900 })
  const address = page.url().replace(/[^/]+$/, '')
  const pick = async (attribute: string) => {
    await field(page, attribute).locator('.m-arrays-items > button').last().click()
    await page.getByRole('option').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Select 1' }).click()
  }
  await pick('staff')
  await accessible(page)
  await page.goto(`${address}firms`)
  await pick('vendors')
  await accessible(page)
  await page.goto(`${address}checkout`)
  await pick('people')
  await page
    .getByRole('button', { name: /^Check Out / })
    .last()
    .click()
  await accessible(page)
  await page.goto(`${address}preflight`)
  await page.locator('.m-arrays-openItem').first().getByText('No', { exact: true }).click()
  await page.locator('.m-arrays-openItem').last().getByText('Yes', { exact: true }).click()
  await accessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
