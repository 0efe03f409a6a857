import { field, processed, save } from '../pages/form.ts'
import { accessible, expect, people, test } from './field-site.ts'

test('FE-126 FE-280 FE-281 a number is written as it is typed, changed in its middle and stored as E.164', async ({ open, fieldSite }) => {
  const page = await open('mobile')
  const block = field(page, 'mobile')
  const number = block.locator('input[type=tel]')
  await expect(block.getByLabel('Country of the number')).toHaveValue('us')
  await number.pressSequentially('2133734253')
  await expect(number).toHaveValue('(213) 373-4253')
  // The caret stays in place: "(213) 3|73-4253" without its 3, then with a 5.
  for (let step = 0; step < 7; step++) await number.press('ArrowLeft')
  await number.press('Backspace')
  await number.press('5')
  await expect(number).toHaveValue('(213) 573-4253')
  await block.getByLabel('Use of Mobile').selectOption('Safety')
  await accessible(page)
  await save(page, 'Save')
  await processed(page).waitFor()
  const manager = await fieldSite.reader(people.manager)
  await expect
    .poll(async () => (await manager.records('mobile')).map(({ model }) => [model['mobile'], model['mobileUse']]))
    .toContainEqual(['+12135734253', 'Safety'])
})

test('a pasted +61 number goes over to Australia, and its country can be chosen by keyboard', async ({ open }) => {
  const page = await open('mobile')
  const block = field(page, 'mobile')
  const number = block.locator('input[type=tel]')
  const country = block.getByLabel('Country of the number')
  await number.focus()
  // Clipboard text arrives as one input event.
  await page.keyboard.insertText('+61 412 345 678')
  await expect(country).toHaveValue('au')
  await expect(number).toHaveValue('0412 345 678')
  await country.focus()
  await page.keyboard.press('ArrowDown')
  await expect(country).toHaveValue('gb')
})

test('FE-282 FE-283 No Number disables the number and says that none is required', async ({ open }) => {
  const page = await open('mobile')
  const block = field(page, 'mobile')
  await block.getByLabel('Use of Mobile').selectOption('No Number')
  await expect(block.locator('input[type=tel]')).toBeDisabled()
  await expect(block.getByPlaceholder('Number not required')).toBeVisible()
  await save(page, 'Save')
  await processed(page).waitFor()
})
