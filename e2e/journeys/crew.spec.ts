import { accessible } from '../fields/field-site.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, installed, people, phoneTest as test } from '../harness/fixtures.ts'
import { chooseFirst, field, fill, processed, save } from '../pages/form.ts'

interface Entry {
  readonly name: string
  readonly role?: string
  readonly visitor?: boolean
  readonly location?: string
  readonly checkinTime?: string
  readonly checkoutTime?: string | null
  readonly disabled?: boolean
  readonly disabledUntil?: string | null
}

/** The foreman reads Spanish. */
test('FE-008 FE-104 FE-105 FE-106 FE-058 FE-175 FE-200 FE-204 FE-205 FE-286 FE-310 FE-326 a foreman lists 30 people without signal, says who is away, checks all out, and it arrives once', async ({
  context,
  site,
  manager,
  complaints: _,
}) => {
  const page = await context.newPage()
  await site.signedIn(page, people.foreman)
  await installed(page)
  await page.goto(`${site.address}/frontend/forms/manpower`)
  await page.getByRole('button', { name: 'Su cuadrilla' }).click()
  const crew = field(page, 'crew')
  const add = crew.getByRole('button', { name: 'Agregar personas' })
  await expect(add).toBeVisible()

  // The cell tower fails: all following steps have no connection.
  site.proxy.down()
  await context.setOffline(true)
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('combobox')
  const select = (count: number) => dialog.getByRole('button', { name: `Seleccionar ${count}`, exact: true })
  const ok = dialog.getByRole('button', { name: 'Aceptar' })

  // 29 people of the list, by keyboard, and one who is in no list.
  await add.click()
  await dialog.getByRole('option').first().waitFor()
  await accessible(page)
  for (let count = 1; count <= 29; count++) {
    await search.press('Enter')
    await search.press('ArrowDown')
  }
  await expect(select(29)).toBeVisible()
  await search.fill('Mateo Nuevo')
  await dialog.getByRole('option', { name: /Mateo Nuevo/ }).click()
  await select(30).click()
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Mateo Nuevo')
  await ok.click()
  await expect(dialog).toHaveCount(0)
  await expect(crew.getByText('0 de 30 seleccionados')).toBeVisible()

  // A person who is already on the list is highlighted instead of added again.
  await add.click()
  await dialog.getByRole('option').first().waitFor()
  await search.press('Enter')
  await select(1).click()
  await expect(dialog).toContainText('Este ya está en la lista. Aquí lo tiene.')
  const first = (await dialog.getByLabel('Nombre').inputValue()).trim()
  await dialog.getByLabel('Nombre').fill(`${first} hijo`)
  await ok.click()
  await expect(crew.getByRole('button', { name: new RegExp(`^${first} hijo`) })).toBeVisible()

  // One goes home early and returns, one was never here.
  const second = crew.locator('[data-row="1"]')
  await second.getByRole('button', { name: /^Registrar salida/ }).click()
  await second.getByRole('button', { name: /^Borrar la salida/ }).click()
  await expect(second.getByRole('button', { name: /^Registrar salida/ })).toBeVisible()
  const third = crew.locator('[data-row="2"]')
  const gone = (await third.locator('.m-arrays-itemTitle').textContent()) ?? ''
  await third.getByRole('button', { name: `Quitar ${gone}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`¿Seguro que quiere quitar ${gone}?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(crew.getByText('0 de 29 seleccionados')).toBeVisible()

  // Two will be away: one for today, by the switch, and one permanently, by the dialog.
  const away = field(page, 'away')
  await away.getByRole('button', { name: 'Agregar a quien falta' }).click()
  await dialog.getByRole('option').first().waitFor()
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await search.press(key)
  await select(2).click()
  await away.locator('[data-row="0"]').getByRole('switch').click()
  await expect(away.locator('[data-row="0"]')).toContainText('No disponible hoy')
  await away
    .locator('[data-row="1"]')
    .getByRole('button', { name: /^Definir disponibilidad/ })
    .click()
  await expect(dialog).toHaveAccessibleName('Definir disponibilidad')
  await dialog.getByText('No', { exact: true }).click()
  await accessible(page)
  await dialog.getByText('Más tarde').click()
  await expect(ok).toBeDisabled()
  await dialog.getByText('Nunca/No se sabe').click()
  await ok.click()
  await expect(away.locator('[data-row="1"]')).toContainText('No disponible de forma permanente')

  // All people go home, and the report waits on the phone.
  await crew.getByRole('button', { name: 'Registrar salida de todos (29)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar salida' }).click()
  await expect(crew.getByRole('button', { name: /^Registrar salida/ })).toHaveCount(0)
  await chooseFirst(page, 'vendor')
  await chooseFirst(page, 'trade')
  await fill(page, 'worker_count', '29')
  await save(page, 'Enviar informe')
  await expect(processed(page)).toContainText('Guardado en este dispositivo')
  const [op] = (await deviceRows(page)).outbox

  site.proxy.up()
  await context.setOffline(false)
  await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])
  const mine = (await manager.records('manpower')).filter(({ path }) => path === op?.path)
  expect(mine).toHaveLength(1)
  const list = mine[0]?.model['crew'] as Entry[]
  expect(list).toHaveLength(29)
  expect(new Set(list.map(({ name }) => name)).size).toBe(29)
  expect(list.filter(({ checkinTime, checkoutTime }) => checkinTime && checkoutTime)).toHaveLength(29)
  expect(list.map(({ name }) => name)).not.toContain(gone)
  expect(list[0]?.name).toBe(`${first} hijo`)
  expect(list.at(-1)).toMatchObject({ name: 'Mateo Nuevo', role: 'Visitor', visitor: true })
  expect(mine[0]?.model['away']).toMatchObject([
    { disabled: true, disabledUntil: 'today' },
    { disabled: true, disabledUntil: 'permanently' },
  ])
})
