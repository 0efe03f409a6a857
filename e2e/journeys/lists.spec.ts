import { harborPoint } from '../../server/demo/company.ts'
import { expect, installed, people, phoneTest as test } from '../harness/fixtures.ts'
import { field } from '../pages/form.ts'

test('FE-350 FE-351 an owner imports people from a file, and a form offers them without a connection until the import is taken back', async ({
  context,
  page,
  site,
  complaints: _,
}) => {
  await site.signedIn(page, people.owner)
  await installed(page)
  await page.goto(`${site.address}/teams/${harborPoint}/lists/people`)
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  // Names as a spreadsheet in Spanish has them, with semicolons and a row without a name.
  const file = 'Nombre;Celular;Correo\nQuillon Vargas;2025550197;quillon@example.com\n;2025550198;\n'
  await page.getByLabel('Choose a file').setInputFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(page.getByText('1 added, 0 changed, 0 unchanged, 1 with a problem')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: crew.csv' })).toBeVisible()

  const offers = async (count: number) => {
    await page.goto(`${site.address}/frontend/forms/manpower`)
    await page.getByRole('button', { name: 'Your crew' }).click()
    const add = field(page, 'crew').getByRole('button', { name: 'Add people' })
    await expect(add).toBeVisible()
    site.proxy.down()
    await context.setOffline(true)
    await add.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('Quillon')
    await expect(dialog.getByRole('option', { name: /^Quillon Vargas/ })).toHaveCount(count)
    await page.keyboard.press('Escape')
    site.proxy.reset()
    await context.setOffline(false)
  }
  await offers(1)

  await page.goto(`${site.address}/teams/${harborPoint}/lists/people/import`)
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('heading', { name: 'Undone: crew.csv' })).toBeVisible()
})
