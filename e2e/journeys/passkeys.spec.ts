import { test as base, expect, type Page } from '@playwright/test'
import { harborPine } from '../../server/demo/company.ts'
import { people } from '../harness/api.ts'
import { type Muster, startMuster } from '../harness/server.ts'
import { withAuthenticator } from '../pages/passkeys.ts'
import { enterPin, signOutHere } from '../pages/signIn.ts'

/** Passkeys need a host name: browsers store none for an IP address. */
const test = base.extend<object, { server: Muster; site: string }>({
  server: [
    async ({ browserName: _ }, provide) => {
      const server = await startMuster()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: [async ({ server }, provide) => provide(`http://localhost:${server.port}`), { scope: 'worker' }],
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('an owner adds a passkey, signs in with it and asks all owners and administrators for one', async ({
  page,
  browser,
  server,
  site,
}) => {
  await withAuthenticator(page)
  await page.goto(`${site}/sign-in`)
  await enterPin(page, server.address, people.owner)
  await expect(page).not.toHaveURL(/sign-in/)

  await page.goto(`${site}/sessions`)
  await expect(page.getByText('this device')).toBeVisible()
  await page.getByLabel('Name of the passkey').fill('Site laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Site laptop')).toBeVisible()

  // Sign out, and sign in again without a PIN.
  await signOutHere(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto(`${site}/sessions`)
  await expect(page.getByText('With a passkey.')).toBeVisible()

  await page.goto(`${site}/billing/${harborPine}`)
  await page.getByRole('button', { name: 'Ask for a passkey' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Do not ask for a passkey' })).toBeVisible()

  // An administrator without a passkey adds one after the PIN, and can't continue before.
  const other = await (await browser.newContext()).newPage()
  await withAuthenticator(other)
  await other.goto(`${site}/sign-in`)
  await enterPin(other, server.address, people.manager)
  await expect(heading(other, 'Add a passkey')).toBeVisible()
  const refused = await other.evaluate(async () => (await fetch('/api/me')).status)
  expect(refused).toBe(401)
  await other.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(other).not.toHaveURL(/sign-in/)
  expect(await other.evaluate(async () => (await fetch('/api/me')).status)).toBe(200)

  // The PIN of a person with a passkey is no longer sufficient.
  const thief = await (await browser.newContext()).newPage()
  await thief.goto(`${site}/sign-in`)
  await enterPin(thief, server.address, people.manager)
  await expect(heading(thief, 'Use your passkey')).toBeVisible()
  expect(await thief.evaluate(async () => (await fetch('/api/me')).status)).toBe(401)
  await thief.context().close()
  await other.context().close()
})

test('a phone that logs out without a connection is signed out on the server as soon as there is one', async ({
  page,
  context,
  server,
  site,
}) => {
  await page.goto(`${site}/sign-in`)
  await enterPin(page, server.address, people.worker)
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const cookie = (await context.cookies(site)).find(({ name }) => name.endsWith('muster_session'))
  const me = async () => (await fetch(`${server.address}/api/me`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })).status
  expect(await me()).toBe(200)

  await context.setOffline(true)
  await page
    .getByRole('button', { name: /User Preferences/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'No, only me' }).click()
  await expect(page).toHaveURL(/sign-in|login/)
  expect(await me()).toBe(200)
  await context.setOffline(false)
  await expect.poll(me).toBe(401)
})
