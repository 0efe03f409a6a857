import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { newId, people } from '../harness/api.ts'
import { installed, openSite } from '../harness/fixtures.ts'
import { field, fill } from '../pages/form.ts'

/**
 * The page of a partner on another origin: shows a URL in a frame, answers its ping, and stores the
 * messages that it receives.
 */
const partnerPage = (
  frame: string,
) => `<!doctype html><title>Partner</title><iframe src="${frame}" width="380" height="600"></iframe><script>
  heard = []
  addEventListener('message', (event) => {
    heard.push({ data: event.data, origin: event.origin })
    if (event.data === 'ping') event.source.postMessage('ping', event.origin)
  })
</script>`

async function partner(): Promise<{ address: string; show(frame: string): void; close(): void }> {
  let shown = ''
  const server: Server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(partnerPage(shown)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (frame) => {
      shown = frame
    },
    close: () => void server.close(),
  }
}

type Site = Awaited<ReturnType<typeof openSite>>
const test = base.extend<object, { partners: Awaited<ReturnType<typeof partner>>; site: Site }>({
  partners: [
    async ({ browserName: _ }, provide) => {
      const own = await partner()
      await provide(own)
      own.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ partners }, provide) => {
      const site = await openSite({
        forms: path.resolve(import.meta.dirname, '../forms-acts'),
        env: { FRAME_ANCESTORS: `'self' ${partners.address}` },
      })
      await provide(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('FE-362 FE-367 FE-368 FE-385 FE-387 FE-391 FE-392 FE-393 FE-408 FE-409 FE-346 FE-379 a manager works with buttons and menus, in Spanish too, with and without signal', async ({
  page,
  context,
  site,
}) => {
  const shared: { url: string }[] = []
  await page.exposeFunction('shareHere', (what: { url: string }) => void shared.push(what))
  await page.addInitScript(() => {
    Object.assign(navigator, { share: (what: unknown) => (window as never as { shareHere(what: unknown): unknown }).shareHere(what) })
  })
  const manager = await site.reader(people.manager)
  const id = newId()
  const write = { 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
  const payload = { note: 'Tower crane', titleStatus: 'Processing' }
  expect((await manager.request('POST', `/api/data/forms/acts/${id}`, { payload, feed: false }, write)).status).toBe(200)
  const status = async () => (await manager.records('acts'))[0]?.model['titleStatus']

  await site.signedIn(page, people.manager)
  await installed(page)
  const form = `${site.address}/frontend/forms/acts/${id}`
  await page.goto(form)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  // A menu with readable titles; the chosen action runs, and the page shows it.
  await button('More').click()
  await expect(page.getByRole('dialog')).toContainText('Mark as complete')
  await page.screenshot({ path: 'test-results/actions-menu.png' })
  await button('Mark as complete').click()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  expect(await status()).toBe('Complete')

  // A short link for the phone's own share dialog, which leads back here.
  await button('More').click()
  await button('Share this').click()
  await expect.poll(() => shared.length).toBe(1)
  const other = await context.newPage()
  await other.goto(new URL(new URL(shared[0]?.url ?? '').pathname, site.address).href)
  await expect(other).toHaveURL(/\/frontend\/forms\/acts$/)
  await other.close()

  // The error of a background action is shown next to its button only.
  await button('Quietly').click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'There is no action' })
      .or(page.getByRole('alert').filter({ hasText: 'does not exist' })),
  ).toBeVisible()

  // Without a connection: an action that may be queued waits, another one shows that it can't run.
  site.proxy.down()
  await button('Complete now').click()
  await button('Confirm Complete now').click()
  await expect(page.getByRole('alertdialog')).toContainText('This needs a connection.')
  await button('OK').click()
  await button('Reopen it').click()
  await expect(page.getByRole('heading', { name: 'Reopened Tower crane' })).toBeVisible()
  await expect(page.locator('#main').getByText('Saved on this device', { exact: false }).first()).toBeVisible()
  expect(await status()).toBe('Complete')
  site.proxy.up()
  await expect.poll(status).toBe('Processing')

  // Spanish: the file has no translation, the server's dictionary does, and it works without a connection.
  await page.goto(form)
  await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
  await page.getByRole('dialog').getByRole('combobox').selectOption('es')
  await button('OK').click()
  await expect(page.getByText('Jefe de cuadrilla')).toBeVisible()
  await fill(page, 'lead', 'Luz')
  await expect(page.locator('.m-forms-draftKept')).toBeVisible()
  await page.screenshot({ path: 'test-results/actions-es.png', fullPage: true })
  site.proxy.down()
  await page.reload()
  await expect(page.getByText('Jefe de cuadrilla')).toBeVisible()
  await expect(field(page, 'lead').locator('input')).toHaveValue('Luz')
  site.proxy.up()
})

test('FE-380 FE-381 FE-382 FE-383 FE-384 FE-040 CO-012 OQ-082 a partner shows a form in its own page, and no other site can', async ({
  page,
  site,
  partners,
}) => {
  partners.show(`${site.server.address}/frontend/forms/framed`)
  await page.goto(partners.address)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Visitor' })).toBeVisible()
  await expect(frame.locator('[data-app-bar]')).toHaveCount(0)
  const heard = () => page.evaluate(() => (window as never as { heard: { data: unknown; origin: string }[] }).heard)
  const data = async () => (await heard()).map((message) => message.data).filter((message) => message !== 'ping')
  // After the ping was answered, the frame posts its configured messages to the partner's page.
  await expect.poll(data).toEqual(['opened', { form: 'framed' }])
  expect(new Set((await heard()).map(({ origin }) => origin))).toEqual(new Set([site.server.address]))
  const say = (message: string) => page.evaluate((text) => document.querySelector('iframe')?.contentWindow?.postMessage(text, '*'), message)
  await say('ping.height')
  await expect.poll(async () => (await data()).at(-1)).toMatch(/^ping\.height:\d{2,}$/)
  await say('setlang.xx')
  await say('setlang.es')
  await expect(frame.getByRole('heading', { name: 'Visitante' })).toBeVisible()
  await frame.locator('[data-attribute=visitor] input').fill('Ana')
  await frame.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await data()).at(-1)).toBe('kioskrestart')

  // A site that is not allowed can't show the frame.
  const other = await partner()
  other.show(`${site.server.address}/frontend/forms/framed`)
  await page.goto(other.address)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Visitor' })).toHaveCount(0)
  expect(await heard()).toEqual([])
  other.close()
})
