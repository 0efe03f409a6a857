import { people } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, installed, test } from '../harness/fixtures.ts'
import { wakeWorker } from '../harness/wakeWorker.ts'
import { fill, processed, save } from '../pages/form.ts'
import { signIn } from '../pages/signIn.ts'

/** Removes what Chromium 109, Safari 16.4 or Firefox 115 lack, in a page or in a worker. */
const makeOld = `{
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  const parts = [
    [AbortSignal, 'any'], [URL, 'canParse parse'], [Promise, 'try withResolvers'], [Array, 'fromAsync'], [Map, 'groupBy'],
    [Object, 'groupBy'], [Response, 'json'], [Response.prototype, 'bytes'], [Blob.prototype, 'bytes'],
    [Array.prototype, 'toReversed toSorted toSpliced with'], [String.prototype, 'isWellFormed toWellFormed'],
    [Set.prototype, 'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union'],
    [iterator, 'drop every filter find flatMap forEach map reduce some take toArray'],
    [globalThis.HTMLElement?.prototype ?? {}, 'hidePopover popover showPopover togglePopover'],
    [globalThis, 'cancelIdleCallback requestIdleCallback scheduler'],
  ]
  for (const [owner, names] of parts) for (const name of names.split(' ')) delete owner[name]
}
`

/** Runs in page or worker: whether it lacks what is new, and the app has brought its own `AbortSignal.any`. */
const isOldWithOwnAny = () => !('json' in Response) && 'any' in AbortSignal && !String(AbortSignal.any).includes('[native code]')

test('a browser of 2023 sends saves from the page, and from the service worker without one, exactly once', async ({
  page,
  context,
  site,
  manager,
  complaints: _,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium wakes a service worker for a test')
  await context.addInitScript({ content: makeOld })
  site.proxy.on({ path: /^\/sw\.js/ }, { kind: 'prefix', text: makeOld }, { times: 100 })
  await signIn(page, site.address, site.server.address, people.worker)
  await installed(page)
  const [worker] = context.serviceWorkers()
  expect(await page.evaluate(isOldWithOwnAny)).toBe(true)
  expect(await worker?.evaluate(isOldWithOwnAny)).toBe(true)
  const arrived = async (note: string) => (await manager.records('quick')).filter(({ model }) => model['note'] === note)

  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', 'A scaffold of 2023')
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await expect.poll(() => arrived('A scaffold of 2023')).toMatchObject([{ rev: 1 }])

  // The pause after a failed try is as long as it may be.
  await page.addInitScript(() => {
    Math.random = () => 0.999
  })
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', 'A ladder of 2023')
  site.proxy.down()
  await save(page, 'Save')
  await expect(processed(page)).toContainText('Saved on this device')
  // The worker does not wait for the next try, which is seconds away.
  await expect.poll(async () => Math.max(...(await deviceRows(page)).outbox.map(({ nextAt }) => nextAt)) - Date.now()).toBeGreaterThan(5000)
  const owner = await page.evaluate(() => localStorage.getItem('muster:owner'))
  const { sync } = await wakeWorker(context, page, site.address)
  await page.goto('about:blank')
  site.proxy.up()
  await sync(`outbox:${owner}`)
  await expect.poll(() => arrived('A ladder of 2023')).toMatchObject([{ rev: 1 }])
  await page.goto(`${site.address}/outbox`)
  await expect(page.getByText('Saved on this device', { exact: true })).toHaveCount(0)
  expect(await arrived('A ladder of 2023')).toHaveLength(1)
})

test('a browser that is too old says what to do, and leads to what was not sent', async ({ page, site, browserName }) => {
  test.skip(browserName !== 'chromium', 'one engine suffices for a page without code')
  // The browser of the test knows container queries: the page asks for something that none knows. The app does not start.
  await page.route(`${site.address}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/container-type:\s*inline-size/, 'container-type: unknown')
    await route.fulfill({ response, body })
  })
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'class {' }))
  await page.goto(`${site.address}/`)
  await expect(page.getByText('This browser is too old for Muster. Update it, or open this page in another one.')).toBeVisible()
  await page.getByRole('link', { name: /^See what was not sent ·/ }).click()
  await expect(page).toHaveURL(/\/rescue$/)
})
