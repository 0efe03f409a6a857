import type { BrowserContext, Page } from '@playwright/test'
import { startOidcProvider } from '../../tests/harness/oidcProvider.ts'
import { newSamlKey, startSamlProvider } from '../../tests/harness/samlProvider.ts'
import { expect, openSite, people, type Site, test } from '../harness/fixtures.ts'

/** Links the log-in of the company at My Devices, and logs in with it. `logInThere` presses the button and answers the provider. */
async function linkAndLogIn(site: Site, page: Page, context: BrowserContext, logInThere: (button: string) => Promise<void>) {
  await site.signedIn(page, people.worker)
  const home = page.url()
  await page.goto(`${site.address}/sessions`)
  await page.getByRole('link', { name: 'Link with Harbor Pine' }).click()
  await expect(page.getByText('You sign in with your company once.')).toBeVisible()
  await logInThere('Link with Harbor Pine')
  await expect(page).toHaveURL(home)

  await context.clearCookies()
  await page.goto(`${site.address}/login`)
  await logInThere('Login with Harbor Pine')
  await expect(page).toHaveURL(home)
}

test('a worker links the log-in of the company once, and the next time signs in with it alone', async ({ page, context }) => {
  const accounts = { ana: { email: 'ana@company.example', verified: true, name: 'Ana' } }
  let origin = ''
  const provider = await startOidcProvider(accounts, () => [`${origin}/oauth/callback/oidc`])
  const site = await openSite({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Harbor Pine',
    },
  })
  origin = site.address
  /** Fills the form of the provider in the window that the button opens. */
  const logInThere = async (button: string) => {
    const [popup] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: button }).click()])
    await popup.getByPlaceholder('Enter any login').fill('ana')
    await popup.getByPlaceholder('and password').fill('any')
    await popup.getByRole('button', { name: 'Sign-in' }).click()
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()])
  }
  try {
    await linkAndLogIn(site, page, context, logInThere)
  } finally {
    await site.close()
    await provider.close()
  }
})

test('a worker does the same with a provider that speaks SAML, which posts its answer from another site', async ({ page, context }) => {
  const key = newSamlKey()
  const provider = await startSamlProvider(key)
  const site = await openSite({
    env: {
      SAML_ENTRY_POINT: provider.entryPoint,
      SAML_ISSUER: 'https://site.example.com',
      SAML_IDP_CERT: key.certificate,
      SAML_NAME: 'Harbor Pine',
    },
  })
  try {
    await linkAndLogIn(site, page, context, async (button) => {
      const [popup] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: button }).click()])
      await popup.getByLabel('Name').fill('ana')
      await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Log in' }).click()])
    })
  } finally {
    await site.close()
    await provider.close()
  }
})
