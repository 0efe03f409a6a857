import { readFile } from 'node:fs/promises'
import { announced, recordAnnouncements } from '../harness/accessTree.ts'
import { expect, installed, people, phoneTest, test } from '../harness/fixtures.ts'
import { enterPin } from '../pages/signIn.ts'

phoneTest('a person with an ended session is not asked twice on the sign-in page', async ({ worker: page, context, site }) => {
  await context.clearCookies()
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/me' && answer.status() === 401)
  await page.goto(`${site.address}/sign-in`)
  await asked
  await enterPin(page, site.server.address, people.worker)
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a stranger’s number gets the same answer as a known one', async ({ page, site, complaints: _ }) => {
  await page.goto(`${site.address}/sign-in`)
  await page.getByLabel('Mobile number').fill('2025550199')
  await page.getByRole('button', { name: 'Send PIN' }).click()
  await expect(page.getByText('We sent a text message with 6 digits')).toBeVisible()
  const pin = page.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleDescription(/6 digits/)
  await recordAnnouncements(page)
  await pin.fill('123456')
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  await expect(pin).toHaveAttribute('aria-invalid', 'true')
  expect(await announced(page)).toContain(await alert.textContent())
})

test('on a shared device each person has their own language again, also without a connection', async ({ page, site, complaints: _ }) => {
  const [spanish, english] = ['Mis tareas', 'My Tasks']
  const tasks = (name: string) => page.getByRole('heading', { level: 1, name })
  for (const [person, words] of [
    [people.foreman, spanish],
    [people.worker, english],
    [people.foreman, spanish],
  ] as const) {
    await site.signedIn(page, person)
    await expect(tasks(words)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', words === spanish ? 'es' : 'en')
  }
  await installed(page)
  site.proxy.down()
  await page.reload()
  await expect(tasks(spanish)).toBeVisible()
  site.proxy.reset()
})

test('a first visit asks for the sign-in page and its Spanish texts with the first answer, not after the app', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ locale: 'es-MX', serviceWorkers: 'block' })
  const page = await context.newPage()
  try {
    const manifest = new URL('../../dist/app/.vite/manifest.json', import.meta.url)
    const built = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { readonly file: string }>
    const parts = ['src/app/routes/Login.tsx', 'locales/es/first.po', 'locales/es/sign-in.po'].map((part) => built[part]?.file)
    const asked = Promise.all(parts.map((file) => page.waitForRequest(`${site.address}/${file}`)))
    await page.route(`${site.address}/${built['index.html']?.file}`, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`${site.address}/login`, { waitUntil: 'commit' })
    await asked
    await expect(page.getByRole('link', { name: 'Entrar con el celular' })).toBeVisible()
  } finally {
    await context.close()
  }
})
