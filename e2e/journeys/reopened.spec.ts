import { expect, phoneTest as test } from '../harness/fixtures.ts'
import { field, fill, processed, save } from '../pages/form.ts'

test('where the browser sends nothing in the background, the app says so, and sends within a second of being opened again', async ({
  context,
  worker: page,
  site,
}) => {
  // As Safari and Firefox: no Background Sync.
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager')
    // An empty page has no service workers.
    if ('ServiceWorkerRegistration' in globalThis) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await expect(field(page, 'note')).toBeVisible()
  site.proxy.down()
  await fill(page, 'note', 'Saved in the tunnel')
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await expect(page.getByText('It is sent when the app is open and has a connection.').first()).toBeVisible()
  await page.close()
  site.proxy.up()

  const before = site.proxy.seen.length
  const sent = () => site.proxy.seen.slice(before).filter(({ method, path }) => method === 'POST' && path.startsWith('/api/data/')).length
  const again = await context.newPage()
  // The clock of the page stands still: 1 ms passes at each look, so that the second is not over when this test ends.
  await again.clock.install()
  await again.clock.pauseAt(Date.now() + 1000)
  await again.goto(form)
  let passed = 0
  await expect
    .poll(async () => {
      passed += 1
      await again.clock.runFor(1)
      return sent()
    })
    .toBe(1)
  expect(passed).toBeLessThan(1000)
  await expect(field(again, 'note')).toBeVisible()
})
