import { lastPin } from '../harness/api.ts'
import { expect, installed, test } from '../harness/fixtures.ts'
import { field, tick } from '../pages/form.ts'
import { national } from '../pages/signIn.ts'

const people = [
  'Employee No;Nombre;Celular;Puesto',
  '7;Ana Peña;2025550142;Foreman',
  '8;Bo Lind;12;Carpenter',
  '9;Cy Dole;;Laborer',
  '',
].join('\r\n')

test('FE-350 a new company imports its people from a file, and a form offers them without a connection', async ({
  page,
  site,
  complaints: _,
}, { repeatEachIndex }) => {
  // The same server may run this test several times.
  const customer = { name: 'Ida Holm', mobile: `+1202555018${repeatEachIndex}` }
  const next = page.getByRole('button', { name: 'Next' })
  const pick = async (name: string) => {
    await page.getByRole('radio', { name }).check()
    await next.click()
  }
  await page.goto(`${site.address}/signup`)
  await page.getByLabel('Email').fill(`ida${repeatEachIndex}@holmbuild.example`)
  await page.getByLabel('Name', { exact: true }).fill(customer.name)
  await page.getByLabel('Company').fill('Holm Build')
  await page.getByLabel('Mobile number').fill(national(customer))
  await page.getByRole('button', { name: 'Send PIN' }).click()
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.waitFor()
  await pin.fill(await lastPin(site.server.address, customer.mobile))
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  await page.getByRole('link', { name: 'Create Project' }).click()
  await page.getByLabel('Project Name').fill('Pier Nine')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await page.getByRole('link', { name: 'Pier Nine', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No bots yet' })).toBeVisible()
  const team = /team\/(\w+)/.exec(page.url())?.[1] ?? ''

  await page.goto(`${site.address}/teams/${team}`)
  await page.getByRole('main').getByRole('link', { name: 'Project lists' }).click()
  await page.getByRole('link', { name: /^People/ }).click()
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people, 'latin1') })
  await expect(page.getByLabel('Nombre')).toHaveValue('name')
  await expect(page.getByLabel('Celular')).toHaveValue('mobile')
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect(page.getByText('2 added, 0 changed, 0 unchanged, 1 with a problem')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Bo Lind' })).toContainText('This is no mobile number')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: people.csv' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ana Peña' })).toContainText('+12025550142')

  await page.goto(`${site.address}/team/${team}/automation/add`)
  await page.getByRole('button', { name: /^Muster QR Attendance \+ Trigger Bots/ }).click()
  await next.click()
  await pick('Pier Nine')
  await pick(customer.name)
  await pick('Without a site')
  await tick(page, 'open')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/automation\/\w{20}$/)
  const bot = page.url().split('/').at(-1) ?? ''
  await page.goto(`${site.address}/automation/${bot}/qr`)
  const short = (await page.getByText(/\/q\/\w+$/).textContent()) ?? ''
  await page.goto(`${site.address}/q/${short.split('/').at(-1)}`)
  await field(page, 'person').waitFor()
  await installed(page)
  site.proxy.down()
  await page.reload()
  const person = field(page, 'person')
  await person.waitFor()
  await expect(person).toContainText('Ana Peña')
  await expect(person).toContainText('Cy Dole')
  await expect(person).not.toContainText('Bo Lind')
})
