import { field } from '../pages/form.ts'
import { accessible, expect, test } from './field-site.ts'

test('FE-153 a person uses a split button by keyboard, among any other fields', async ({ open }) => {
  const page = await open('split-button')
  const more = page.getByRole('button', { name: 'More: Approve' })
  await more.focus()
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu', { name: 'Approve' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await accessible(page)
  // The menu is not clipped: all of its rows can be clicked.
  for (const row of await menu.getByRole('menuitem').all()) await row.click({ trial: true })
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Confirm Tell the managers' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('FE-140 RV-113 the time picker fills a phone, is a card on a desk, and works by keyboard', async ({ open }) => {
  const page = await open('time-picker')
  await page.setViewportSize({ width: 390, height: 844 })
  const arrival = page.getByRole('textbox', { name: 'Arrival' })
  await arrival.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fill the form' })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390)
  await accessible(page)
  await dialog.getByRole('radio', { name: '9', exact: true }).check()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '10', exact: true })).toBeChecked()
  await dialog.getByRole('radio', { name: '30' }).check()
  await dialog.getByRole('radio', { name: 'PM' }).check()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(350)
  await dialog.getByRole('button', { name: 'Ok' }).click()
  await expect(arrival).toHaveValue('10:30 PM')
  await accessible(page)
})

test('FE-075 FE-160 FE-437 controls of a group stand side by side from 720 px on, and stack below', async ({ open }) => {
  const page = await open('control-group')
  const boxes = async () => Promise.all(['level', 'room'].map((name) => field(page, name).first().boundingBox()))
  const tops = async () => new Set((await boxes()).map((box) => Math.round(box?.y ?? 0))).size
  await page.setViewportSize({ width: 720, height: 800 })
  await expect.poll(tops).toBe(1)
  await page.setViewportSize({ width: 719, height: 800 })
  await expect.poll(tops).toBe(2)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await boxes()).every((box) => (box?.x ?? 0) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320)).toBe(true)
  await accessible(page)
})

test('cards, notices, maps and searches can be read and reached by everybody, on the narrowest phone too', async ({ open }) => {
  const page = await open('notices')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const form of ['notices', 'task', 'compact-info', 'field-mapping', 'search', 'mobile-pii', 'spacer', 'date']) {
    await page.goto(page.url().replace(/forms\/[^/?]+/, `forms/${form}`))
    await page.locator('.m-fields-form .m-controls-field').first().waitFor()
    await expect(page.locator('.m-fields-arriving')).toHaveCount(0)
    await accessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
