import { expect, people, test } from '../harness/fixtures.ts'
import { chooseFirst, field, fill, processed, save } from '../pages/form.ts'

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())

test('FE-031 a foreman who reads Spanish reports manpower in Spanish', async ({ context, site, manager, complaints: _ }) => {
  const page = await context.newPage()
  await site.signedIn(page, people.foreman)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.goto(`${site.address}/frontend/forms/manpower`)
  await expect(page.getByRole('heading', { name: 'Personal diario en obra' })).toBeVisible()
  expect(site.proxy.seen.some(({ path }) => path === '/api/forms/manpower.json?lang=es')).toBe(true)
  await expect(field(page, 'worker_count')).toContainText('Número de trabajadores')
  await fill(page, 'date', today())
  await chooseFirst(page, 'vendor')
  await chooseFirst(page, 'trade')
  await fill(page, 'worker_count', '11')
  await fill(page, 'hours_per_worker', '7.5')
  await expect(field(page, 'total_hours')).toContainText('82')
  await fill(page, 'notes', 'Grúa parada por viento.')
  await save(page, 'Enviar informe')
  await expect(processed(page)).toBeVisible()
  // The stored values are the same in every language.
  await expect
    .poll(async () => (await manager.records('manpower')).find(({ model }) => model['notes'] === 'Grúa parada por viento.')?.model)
    .toMatchObject({ status: 'working', worker_count: 11, hours_per_worker: 7.5 })
})

test('FE-043 FE-048 FE-050 a person changes the language without a connection, and the server gets it later', async ({
  worker: page,
  context,
  site,
}) => {
  const me = async () => (await (await site.reader(people.worker)).get<{ lang?: string }>('/api/me')).lang
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto(`${site.address}/frontend/forms/quick`)
  await expect(field(page, 'note')).toBeVisible()
  await context.setOffline(true)
  const dialog = page.getByRole('dialog')
  await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
  await expect(dialog.getByRole('heading', { name: 'User Preferences' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await dialog.getByLabel('Language').selectOption('es')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(field(page, 'note')).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(await me()).toBe('en')
  await context.setOffline(false)
  await expect.poll(me).toBe('es')
  // Switches back, for the following tests.
  await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
  await dialog.locator('select').selectOption('en')
  await dialog.getByRole('button', { name: /^(OK|Aceptar)$/ }).click()
  await expect.poll(me).toBe('en')
})
