import type { Page } from '@playwright/test'
import { findingsInEveryLook } from '../harness/axe.ts'
import { expect, installed, people, phoneTest as test } from '../harness/fixtures.ts'
import { wakeWorker } from '../harness/wakeWorker.ts'
import { fill, processed, save } from '../pages/form.ts'

test('before leaving coverage one button brings everything, and forms that were never opened open without a connection', async ({
  worker: page,
  site,
}) => {
  await page.getByRole('link', { name: 'Ready for site' }).click()
  const item = (key: string) => page.locator(`[data-item="${key}"]`)
  await expect(item('screens')).toHaveAttribute('data-ready', 'false')
  await page.getByRole('button', { name: 'Make ready' }).click()
  for (const key of ['app', 'screens', 'lists', 'pdfs', 'viewer', 'videos', 'languages', 'clock', 'session', 'unsent'])
    await expect(item(key)).toHaveAttribute('data-ready', 'true', { timeout: 60_000 })
  expect(await findingsInEveryLook(page)).toEqual([])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.context().setOffline(true)
  await page.goto(`${site.address}/frontend/forms/orientation`)
  await expect(page.getByText('Site Orientation', { exact: false }).first()).toBeVisible()
  await page.context().setOffline(false)
})

test('an open list shows what arrives without anybody pressing reload, and whether its evidence is whole', async ({
  worker: page,
  phones,
  site,
}) => {
  const context = await phones.open()
  const boss = await context.newPage()
  await site.signedIn(boss, people.manager)
  await installed(boss)
  const listens = boss.waitForResponse((response) => response.url().endsWith('/api/changes'))
  await boss.goto(`${site.address}/frontend/arrived/quick`)
  expect((await listens).headers()['content-type']).toContain('text/event-stream')
  await page.goto(`${site.address}/frontend/forms/quick`)
  const note = `Gate 5 is open ${Date.now()}`
  await fill(page, 'note', note)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  const record = boss.locator('details').filter({ hasText: note })
  await expect(record).toBeVisible()
  await record.locator('summary').click()
  await expect(record.getByText('Evidence chain unbroken')).toBeVisible()
})

/** The stored copy of a form, as text. It is read beside the app, which is not open. */
const keptForm = (page: Page, form: string) =>
  page.evaluate(async (part) => {
    const request = indexedDB.open('muster')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const rows = request.result.transaction('screens').objectStore('screens').getAll()
    await new Promise((resolve) => rows.addEventListener('success', resolve))
    request.result.close()
    return JSON.stringify((rows.result as { url: string }[]).filter(({ url }) => url.startsWith(part)))
  }, `/api/forms/${form}.json`)

test('a form that changes while the app is closed opens without a connection in its current version', async ({ worker: page, site }) => {
  await page.getByRole('link', { name: 'Ready for site' }).click()
  await page.getByRole('button', { name: 'Make ready' }).click()
  await expect(page.locator('[data-item="screens"]')).toHaveAttribute('data-ready', 'true', { timeout: 60_000 })
  await page.goto(`${site.address}/readyz`)
  const owner = await site.reader(people.owner)
  const now = () => owner.get<{ settings: { name: string }; revision: number }>('/api/studio/orientation')
  const { settings } = await now()
  const rename = async (name: string) => {
    const changed = { settings: { ...settings, name }, base: (await now()).revision }
    expect((await owner.request('POST', '/api/studio/orientation', changed)).status).toBe(200)
  }
  await rename('Orientation of next week')
  try {
    expect(await keptForm(page, 'orientation')).not.toContain('Orientation of next week')

    const worker = await wakeWorker(page.context(), page, site.address)
    await worker.periodicSync('forms')
    await expect.poll(() => keptForm(page, 'orientation')).toContain('Orientation of next week')
    await page.context().setOffline(true)
    await page.goto(`${site.address}/frontend/forms/orientation`)
    await expect(page).toHaveTitle(/Orientation of next week/)
    await page.context().setOffline(false)
  } finally {
    // Other tests share this server.
    await rename(settings.name)
  }
})
