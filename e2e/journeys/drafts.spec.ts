import { expect, test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, fill } from '../pages/form.ts'

test('FE-215 what was typed is back after the page has crashed, photo included', async ({ worker: page, context, site }) => {
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await fill(page, 'note', 'The ladder at gate 2 is')
  await addPhotos(page, 'photos', [photo(7)])
  await expect(page.getByText('Draft kept on this device')).toBeVisible()
  const cdp = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  const again = await context.newPage()
  await again.goto(form)
  await expect(again.getByText('What you typed is back.', { exact: false })).toBeVisible()
  await expect(field(again, 'note').locator('input')).toHaveValue('The ladder at gate 2 is')
  await expect(field(again, 'photos').locator('.m-file-tiles > li')).toHaveCount(1)
})

test('FE-216 a draft older than a day is not restored by itself, and can still be taken over', async ({ worker: page, site }) => {
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await fill(page, 'note', 'Yesterday it rained')
  await expect(page.getByText('Draft kept on this device')).toBeVisible()
  await page.clock.install({ time: Date.now() + 25 * 3600 * 1000 })
  await page.goto(form)
  await expect(page.getByText('was never saved', { exact: false })).toBeVisible()
  await expect(field(page, 'note').locator('input')).toHaveValue('')
  await page.getByRole('button', { name: 'Take it over' }).click()
  await expect(field(page, 'note').locator('input')).toHaveValue('Yesterday it rained')
})
