import { deviceRows } from '../harness/device-rows.ts'
import { expect, phoneTest as test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, fill, processed, save } from '../pages/form.ts'

const kept = '[data-draft=kept]'

test('FE-215 what was typed is back after the page has crashed, photo included', async ({ worker: page, context, site, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test crash a page')
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await fill(page, 'note', 'The ladder at gate 2 is')
  await addPhotos(page, 'photos', [photo(7)])
  await expect(page.locator(kept)).toBeVisible()
  const cdp = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  const again = await context.newPage()
  await again.goto(form)
  await expect(again.getByText('What you typed is back.', { exact: false })).toBeVisible()
  await expect(again.getByText('1 answer, 1 file, last change', { exact: false })).toBeVisible()
  await expect(field(again, 'note').locator('input')).toHaveValue('The ladder at gate 2 is')
  await expect(field(again, 'photos').locator('.m-attachments-fileTiles > li')).toHaveCount(1)

  // Starting again deletes nothing, and Restore returns all of it, including the photo.
  await again.getByRole('button', { name: 'Start over' }).click()
  await expect(field(again, 'note').locator('input')).toHaveValue('')
  await expect(field(again, 'photos').locator('.m-attachments-fileTiles > li')).toHaveCount(0)
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(field(again, 'note').locator('input')).toHaveValue('The ladder at gate 2 is')
  await expect(field(again, 'photos').locator('.m-attachments-fileTiles > li img')).toHaveCount(1)
})

test('FE-216 a draft older than a day is not restored by itself; it is found from My Tasks and taken over beside its form', async ({
  worker: page,
  site,
}) => {
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await fill(page, 'note', 'Yesterday it rained')
  await addPhotos(page, 'photos', [photo(8)])
  await expect(page.locator(kept)).toBeVisible()
  await page.clock.install({ time: Date.now() + 25 * 3600 * 1000 })
  await page.goto(form)
  await expect(page.getByText('was never saved', { exact: false })).toBeVisible()
  await expect(field(page, 'note').locator('input')).toHaveValue('')

  await page.goto(site.address)
  await page.getByRole('link', { name: '1 draft' }).click()
  await expect(page.getByRole('article', { name: 'Yesterday it rained' })).toContainText('older than a day')
  await page.getByRole('link', { name: 'Open beside the form' }).click()
  const beside = page.getByRole('complementary', { name: 'Yesterday it rained' })
  await beside.getByRole('button', { name: 'Use: Note' }).click()
  await expect(field(page, 'note').locator('input')).toHaveValue('Yesterday it rained')
  await beside.getByRole('button', { name: /^Use all/ }).click()
  await expect(field(page, 'photos').locator('.m-attachments-fileTiles > li')).toHaveCount(1)
  await expect(beside).toBeHidden()
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await page.goto(`${site.address}/drafts`)
  await expect(page.getByText('No drafts')).toBeVisible()
})

test('two windows with the same new form write, save and give up their own draft only', async ({ worker: one, context, site, manager }) => {
  const form = `${site.address}/frontend/forms/quick`
  const note = (page: typeof one) => field(page, 'note').locator('input')
  await one.goto(form)
  await fill(one, 'note', 'from the first window')
  await expect(one.locator(kept)).toBeVisible()
  const two = await context.newPage()
  await two.goto(form)
  await expect(two.getByText('This form is open in another window, too.', { exact: false })).toBeVisible()
  await expect(note(two)).toHaveValue('')
  await fill(two, 'note', 'from the second window')
  await addPhotos(two, 'photos', [photo(9)])
  await expect(two.locator(kept)).toBeVisible()
  await save(two, 'Save')
  await expect(processed(two)).toBeVisible()

  // After a reload the first window has its own text, and a third one has neither.
  await one.reload()
  await expect(note(one)).toHaveValue('from the first window')
  const three = await context.newPage()
  await three.goto(form)
  await expect(note(three)).toHaveValue('')
  await fill(three, 'note', 'from the third window')
  await expect(three.locator(kept)).toBeVisible()
  await three.getByRole('button', { name: 'Cancel' }).click()
  await three.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await one.reload()
  await expect(note(one)).toHaveValue('from the first window')
  await save(one, 'Save')
  await expect(processed(one)).toBeVisible()
  await expect.poll(async () => (await deviceRows(one)).outbox).toEqual([])
  const notes = (await manager.records('quick')).map(({ model }) => String(model['note'])).filter((text) => text.endsWith('window'))
  expect(notes.sort()).toEqual(['from the first window', 'from the second window'])
})
