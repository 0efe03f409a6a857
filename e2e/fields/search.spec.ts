import { choose, field } from '../pages/form.ts'
import { expect, test } from './field-site.ts'

test('FE-142 RV-298 a search field asks this server, and draws the form of its answer below', async ({ open }) => {
  const page = await open('search')
  const block = field(page, 'badge').first()
  await block.getByRole('searchbox').fill('Joao Pereira')
  await block.getByRole('button', { name: 'Search' }).click()
  await expect(block.getByRole('textbox', { name: 'Name' })).toHaveValue('Joao Pereira')
  await block.getByRole('searchbox').fill('nobody has this name')
  await block.getByRole('button', { name: 'Search' }).click()
  await expect(block.getByText('Nothing found')).toBeVisible()
})

test('FE-347 a choice takes its options from the address of its setting, by GET and by POST', async ({ open }) => {
  const page = await open('options-from-elsewhere')
  const vendors = field(page, 'vendor')
  await expect(vendors.locator('select, input').first()).toBeVisible()
  const posted = await vendors.locator('option, label').allTextContents()
  expect(posted.join(' ')).toContain('Concrete')
  const options = await field(page, 'location').locator('option').allTextContents()
  expect(options.length).toBeGreaterThan(2)
  await choose(page, 'location', options[1] ?? '')
  await expect(field(page, 'location').locator('select')).not.toHaveValue('')
})
