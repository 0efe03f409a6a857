import { field } from '../pages/form.ts'
import { expect, test } from './field-site.ts'

test('FE-142 RV-298 a search field asks this server, and draws the form of its answer below', async ({ open }) => {
  const page = await open('search')
  const block = field(page, 'badge').first()
  await block.getByRole('searchbox').fill('a')
  await block.getByRole('button', { name: 'Search' }).click()
  await expect(block.getByText('Which one?')).toBeVisible()
  await block.getByRole('searchbox').fill('nobody has this name')
  await block.getByRole('button', { name: 'Search' }).click()
  await expect(block.getByText('Nothing found')).toBeVisible()
})

test('FE-347 a choice takes its options from the address of its setting, by GET and by POST', async ({ open }) => {
  const page = await open('options-from-elsewhere')
  const choices = (attribute: string) => field(page, attribute).locator('select, [data-picker], input[type=radio]')
  await expect(choices('location').first()).toBeVisible()
  await expect(choices('vendor').first()).toBeVisible()
  await expect(page.getByText('Loading the list')).toHaveCount(0)
  await expect(page.getByText('The list could not be loaded')).toHaveCount(0)
  // Of all companies, one does concrete.
  await expect(field(page, 'vendor').locator('input[type=radio]')).toHaveCount(1)
})
