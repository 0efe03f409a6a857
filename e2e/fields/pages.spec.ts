import { processed } from '../pages/form.ts'
import { accessible, expect, test } from './field-site.ts'

test('a form on pages works by keyboard, says each page, and a draft comes back to its page without a connection', async ({
  open,
  context,
}) => {
  const page = await open('pages')
  const heading = (name: string) => page.getByRole('heading', { name })
  await expect(heading('Page 1 of 2 Boiler room')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the check' })).toBeHidden()
  await accessible(page)

  // The first wrong field of the page gets the focus, and only this page is checked.
  await page.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Room' })).toBeFocused()
  await expect(page.getByText('Fix 2 things before saving')).toBeVisible()
  await accessible(page)
  await page.keyboard.type('B1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(heading('Page 1 of 3 Boiler room')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(heading('Page 2 of 3 Leak')).toBeFocused()
  await accessible(page)
  await page.getByRole('textbox', { name: 'Where does it leak?' }).fill('Valve 3')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await expect(heading('Page 2 of 3 Leak')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Where does it leak?' })).toHaveValue('Valve 3')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('textbox', { name: 'Room' })).toHaveValue('B1')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading('Page 3 of 3 Sign')).toBeFocused()
  await page.getByRole('textbox', { name: 'Inspector' }).fill('Sam')
  await page.getByRole('button', { name: 'Send the check' }).click()
  await expect(processed(page)).toContainText('Saved on this device')
  await context.setOffline(false)
})

test('Back shows the page before, closes a dialog first, and leaves only from the first page', async ({ open }) => {
  const page = await open('pages')
  const heading = (name: string) => page.getByRole('heading', { name })
  const { url, entries } = { url: page.url(), entries: await page.evaluate(() => history.length) }
  await page.getByRole('textbox', { name: 'Room' }).fill('B1')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Where does it leak?' }).fill('Valve 3')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading('Page 3 of 3 Sign')).toBeVisible()
  await page.goBack()
  await expect(heading('Page 2 of 3 Leak')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Where does it leak?' })).toHaveValue('Valve 3')
  await page.reload()
  await expect(heading('Page 2 of 3 Leak')).toBeVisible()
  await page.goBack()
  await expect(heading('Page 1 of 3 Boiler room')).toBeFocused()
  expect([page.url(), await page.evaluate(() => history.length)]).toEqual([url, entries + 1])

  // On the first page Back asks, and Cancel stays.
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading('Page 1 of 3 Boiler room')).toBeVisible()
  await expect(page.locator('[data-draft=kept]')).toBeVisible()
})
