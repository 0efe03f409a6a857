import { expect, type Locator, type Page } from '@playwright/test'
import { people } from '../harness/api.ts'
import type { Site } from '../harness/fixtures.ts'

/** What a manager does in the studio, by clicks and words that are on the screen. */

export const desk = { width: 1480, height: 900 }
export const details = (page: Page): Locator => page.locator('[data-details]')
export const setting = (page: Page, name: string): Locator => details(page).getByLabel(name, { exact: true }).first()

/** Runs in the page: counts clicks; a choice from a menu is two, and a text box that is filled in is one. */
function countClicks() {
  const counter = window as Window & { studioClicks?: number }
  counter.studioClicks = 0
  const count = (clicks: number) => {
    counter.studioClicks = (counter.studioClicks ?? 0) + clicks
  }
  addEventListener('pointerup', () => count(1), { capture: true })
  addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLSelectElement) count(2)
      else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !/checkbox|radio/.test(target.type)))
        count(1)
    },
    { capture: true },
  )
}

/** Signs the manager in and begins an empty form of Harbor Point Tower, without its first question. */
export async function beginForm(page: Page, site: Site, name: string): Promise<void> {
  await page.addInitScript(countClicks)
  await site.signedIn(page, people.manager)
  await page.goto(`${site.address}/studio`)
  await page.getByRole('button', { name: 'New form' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await expect(dialog.getByRole('button', { name: 'Begin' })).toBeDisabled()
  await dialog.getByLabel('Project').selectOption({ label: 'Harbor Point Tower' })
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('treeitem').first().click()
  await page.keyboard.press('Delete')
}

export async function publish(page: Page): Promise<void> {
  await expect(page.getByText('This form can be published.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published as version 1.')).toBeVisible()
}

/** The form beside its settings. */
export const live = (page: Page) => page.frameLocator('iframe[title="The form"]')

/** Since the page was opened. */
export const clicksSoFar = (page: Page) => page.evaluate(() => (window as Window & { studioClicks?: number }).studioClicks ?? 0)

/** Adds the first part that an everyday word finds, and types its question. */
export async function add(page: Page, word: string, question?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search for a part').fill(word)
  await dialog.getByRole('listitem').first().getByRole('button').click()
  if (question === undefined) return
  await expect(details(page).locator('[data-setting=label]').first()).toBeFocused()
  await page.keyboard.type(question)
  await expect(page.getByRole('treeitem', { name: new RegExp(`^${question.replaceAll(/[?()]/g, '.')}`) })).toBeVisible()
}

/** Selects a part in the outline by the beginning of its name. */
export const selectPart = (page: Page, name: string) =>
  page
    .getByRole('treeitem', { name: new RegExp(`^${name}`) })
    .first()
    .locator('.m-studio-outlineRow')
    .first()
    .click()

export async function writeChoices(page: Page, choices: readonly string[]): Promise<void> {
  for (const [index, choice] of choices.entries()) {
    const line = details(page).getByLabel(`Choice ${index + 1}`, { exact: true })
    if ((await line.count()) === 0) await details(page).getByRole('button', { name: 'Add a choice' }).click()
    await line.fill(choice)
  }
}

export const required = (page: Page) => setting(page, 'Must it be answered?').selectOption({ label: 'Yes, always' })

interface Condition {
  readonly question: string
  readonly comparison?: string
  /** Chosen from a menu, or a number that is typed. */
  readonly value?: string | number
}

/** Adds a condition with menus: question, comparison and value. */
export async function addCondition(place: Locator, { question, comparison, value }: Condition): Promise<void> {
  await place.getByRole('button', { name: 'Add a condition' }).click()
  await place.getByLabel('Question', { exact: true }).last().selectOption({ label: question })
  if (comparison !== undefined) await place.getByLabel('Comparison', { exact: true }).last().selectOption({ label: comparison })
  const box = place.getByLabel('Value', { exact: true }).last()
  if (typeof value === 'string') await box.selectOption({ label: value })
  else if (value !== undefined) await box.fill(String(value))
}

/** A setting that asks for a condition. */
export async function onlyWhen(page: Page, name: string, condition: Condition): Promise<void> {
  await setting(page, name).selectOption({ label: 'Only when …' })
  await addCondition(details(page).getByRole('group', { name, exact: true }).first(), condition)
}

/** Shows the settings that are behind More settings; they stay open for the next part. */
export async function moreSettings(page: Page): Promise<void> {
  const more = details(page)
    .locator('details', { has: page.getByText('More settings') })
    .first()
  if ((await more.getAttribute('open')) === null) await more.locator('summary').first().click()
}
