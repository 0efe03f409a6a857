import { photo } from '../harness/photo.ts'
import { addPhotos, choose, chooseFirst, field, fill, processed, save, sign, tick } from '../pages/form.ts'
import { accessible, expect, people, test } from './field-site.ts'

test('FE-012 FE-148 FE-211 FE-214 a worker fills the orientation in Spanish without signal: film, rules, photo and signature arrive once', async ({
  context,
  fieldSite,
  complaints: _,
}) => {
  const page = await context.newPage()
  await fieldSite.signedIn(page, people.foreman)
  await page.goto(`${fieldSite.address}/frontend/forms/orientation`)
  const film = field(page, 'training')
  const rules = field(page, 'site_rules')
  // Both are on the device before the connection is lost.
  await expect(film.getByText(/En este dispositivo, también sin conexión/)).toBeVisible()
  await expect(rules.getByText(/En este dispositivo, también sin conexión/)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await rules.getByRole('button', { name: 'Leer el documento' }).click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Orientación de seguridad de la obra' }).first()).toBeVisible()
  await film.getByRole('button', { name: 'Reproducir' }).click()

  // The film plays while the other fields are filled in.
  await fill(page, 'name', 'Joao Pereira')
  await fill(page, 'mobile', '2025550104')
  await chooseFirst(page, 'company')
  await chooseFirst(page, 'trade')
  await chooseFirst(page, 'site')
  await fill(page, 'emergency_name', 'Maria Pereira')
  await fill(page, 'emergency_mobile', '2025550105')

  await rules.getByRole('button', { name: 'Seguir leyendo' }).click()
  const reader = page.getByRole('dialog', { name: 'Reglas de la obra' })
  await expect(reader.getByText('Todos los días')).toBeAttached()
  await accessible(page)
  await reader.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(reader.getByText('2 de 3')).toBeVisible()
  await reader.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(reader.getByText('3 de 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rules.getByText('Leído', { exact: true })).toBeVisible()

  for (const question of ['ack_access', 'ack_ppe', 'ack_permits', 'ack_emergency', 'ack_conduct']) await tick(page, question)
  await choose(page, 'quiz_siren', 'Voy al punto de reunión')
  await addPhotos(page, 'cards', [photo(7)])
  await sign(page, 'signature')
  await expect(film.getByText('Visto', { exact: true })).toBeVisible()
  await save(page, 'Terminar')
  await expect(processed(page)).toBeVisible()
  const manager = await fieldSite.reader(people.manager)
  // Records of earlier orientations have no film of this form.
  const arrived = async () => (await manager.records('orientation')).filter(({ model }) => model['training'] !== undefined)
  expect(await arrived()).toEqual([])

  await context.setOffline(false)
  await expect.poll(async () => (await arrived()).length).toBe(1)
  const [{ model } = { model: {} as Record<string, unknown> }] = await arrived()
  expect(model['training']).toMatchObject({ learningIndex: 0, hasWatchedVideo: true })
  expect(String((model['training'] as { watchedVideo: string }).watchedVideo)).toMatch(/^[01]{16}$/)
  expect(model['site_rules']).toMatchObject({ watchedPercent: 1, hasWatchedVideo: true })
})
