import { expect, type Page } from '@playwright/test'
import { tick } from './form.ts'

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
