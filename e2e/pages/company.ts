import { expect, type Page } from '@playwright/test'
import { installed, type Site } from '../harness/fixtures.ts'
import { tick } from './form.ts'

/** Signs the owner in by the link that a new server prints, soon after it has begun to answer. */
export async function signInByFirstLink(page: Page, site: Site) {
  const link = () => /\/login\/link#[\w-]{43}/.exec(site.server.log())?.[0]
  await expect.poll(link).toBeDefined()
  await page.goto(`${site.address}${link()}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/automations$/)
}

/** Adds a site to the project whose page is shown, and waits until the server has it. */
export async function addSite(page: Page, name: string) {
  await page.getByRole('region', { name: 'Sites' }).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Timezone').selectOption('Eastern')
  await dialog.getByLabel('Country').selectOption('United States')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const row = page.getByRole('region', { name: 'Sites' }).getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()
  await expect(row.locator('[data-delivery]')).toHaveCount(0)
}

/** Imports a file into the shown list of a project. */
export async function importFile(page: Page, name: string, rows: readonly string[]) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).click()
  await page.getByRole('button', { name: /^Import \d+ rows?$/ }).click()
  await expect(page.getByRole('heading', { name: `Imported: ${name}` })).toBeVisible()
}

export interface NewBot {
  /** The card of the bot in the wizard. */
  readonly card: RegExp
  readonly project: string
  readonly owner: string
  readonly site: string
}

/** Creates a bot whose form everybody with the link may fill in; returns its id. The wizard is shown. */
export async function createOpenBot(page: Page, { card, project, owner, site }: NewBot): Promise<string> {
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByRole('button', { name: card }).click()
  await next.click()
  for (const choice of [project, owner, site]) {
    await page.getByRole('radio', { name: choice }).check()
    await next.click()
  }
  await tick(page, 'open')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/automation\/\w{20}$/)
  return page.url().split('/').at(-1) ?? ''
}

/** Creates a billing account on the free plan. */
export async function createFreeAccount(page: Page, name: string) {
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await page.getByRole('link', { name: 'Create Billing Account' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Choose Free Trial' }).click()
  await page.getByRole('button', { name: 'Start Trial' }).click()
  await expect(page).toHaveURL(/\/billing\/\w{20}$/)
}

export interface OutsideProject {
  /** The billing account of the project. */
  readonly account: string
  readonly system: string
  readonly project: string
}

/** Makes a project of a connected system, from the list of projects. */
export async function takeProjectOver(page: Page, { account, system, project }: OutsideProject) {
  await page.getByRole('button', { name: 'Create Project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Billing Account').selectOption(account)
  await dialog.getByLabel('Management System').selectOption(system)
  await dialog.getByRole('combobox', { name: /^Project/ }).selectOption(project)
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  const row = page.getByRole('row').filter({ hasText: project })
  await expect(row).toBeVisible()
  await expect(row.locator('[data-delivery]')).toHaveCount(0)
}

/** Opens the form of a bot on a device by the code of its poster, and waits until the device has all of it. */
export async function openPoster(
  page: Page,
  device: Page,
  { address, bot, attribute }: { readonly address: string; readonly bot: string; readonly attribute: string },
) {
  await page.goto(`${address}/automation/${bot}/qr`)
  const code = ((await page.getByText(/\/q\/\w+$/).textContent()) ?? '').split('/').at(-1) ?? ''
  await device.goto(`${address}/q/${code}`)
  await expect(device.locator(`[data-attribute="${attribute}"]`)).toBeVisible()
  await installed(device)
  await device.reload()
  await expect(device.locator(`[data-attribute="${attribute}"]`)).toBeVisible()
}
