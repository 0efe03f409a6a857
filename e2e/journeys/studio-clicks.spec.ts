import type { Locator, Page } from '@playwright/test'
import { accessible } from '../fields/field-site.ts'
import { expect, openSite, people, test } from '../harness/fixtures.ts'

const desk = { width: 1480, height: 900 }
const details = (page: Page) => page.locator('[data-details]')
const live = (page: Page) => page.frameLocator('iframe[title="The form"]')
const setting = (page: Page, name: string): Locator => details(page).getByLabel(name, { exact: true }).first()

/** Adds the first part that an everyday word finds, and types its question. */
async function add(page: Page, word: string, question?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search for a part').fill(word)
  await dialog.getByRole('listitem').first().getByRole('button').click()
  if (question === undefined) return
  await expect(details(page).locator('[data-setting=label]').first()).toBeFocused()
  await page.keyboard.type(question)
  await expect(page.getByRole('treeitem', { name: new RegExp(`^${question.replaceAll(/[?()]/g, '.')}`) })).toBeVisible()
}

async function writeChoices(page: Page, choices: readonly string[]): Promise<void> {
  for (const [index, choice] of choices.entries()) {
    const line = details(page).getByLabel(`Choice ${index + 1}`, { exact: true })
    if ((await line.count()) === 0) await details(page).getByRole('button', { name: 'Add a choice' }).click()
    await line.fill(choice)
  }
}

/** A setting that asks for a condition: question, comparison and value from menus. */
async function onlyWhen(page: Page, name: string, question: string, value: string): Promise<void> {
  await setting(page, name).selectOption({ label: 'Only when …' })
  const condition = details(page).getByRole('group', { name, exact: true }).first()
  await condition.getByRole('button', { name: 'Add a condition' }).click()
  await condition.getByLabel('Question', { exact: true }).selectOption({ label: question })
  await condition.getByLabel('Value', { exact: true }).selectOption({ label: value })
}

test('a manager builds a hot-work permit by clicks alone, tries it on a phone, and publishes it', async ({ browser, complaints: _ }) => {
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ viewport: desk })).newPage()
    await site.signedIn(page, people.manager)
    await page.goto(`${site.address}/studio`)
    await page.getByRole('button', { name: 'New form' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Hot work permit')
    await expect(dialog.getByRole('button', { name: 'Begin' })).toBeDisabled()
    await dialog.getByLabel('Project').selectOption({ label: 'Harbor Point Tower' })
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hot work permit' })).toBeVisible()

    await page.getByRole('treeitem').first().click()
    await setting(page, 'Question or heading').fill('Where is the work?')
    await add(page, 'several', 'Kind of work')
    await writeChoices(page, ['Welding', 'Cutting', 'Grinding'])
    await add(page, 'time', 'Start')
    await add(page, 'time', 'End')
    await add(page, 'score', 'Hours')
    await setting(page, 'Calculation').selectOption({ label: 'Hours between two times' })
    await setting(page, 'From').selectOption({ label: 'Start' })
    await setting(page, 'Until').selectOption({ label: 'End' })
    await add(page, 'yes', 'Is the area free of anything that burns?')
    await add(page, 'comment', 'What must be done first?')
    await onlyWhen(page, 'When is it shown?', 'Is the area free of anything that burns?', 'No')
    await setting(page, 'Must it be answered?').selectOption({ label: 'Yes, always' })
    await add(page, 'photo', 'Photo of the place')
    await onlyWhen(page, 'Must it be answered?', 'Is the area free of anything that burns?', 'No')
    await add(page, 'rule')
    await details(page).getByRole('button', { name: 'Add a condition' }).click()
    await setting(page, 'Question').selectOption({ label: 'End' })
    await setting(page, 'Comparison').selectOption({ label: 'is after' })
    await setting(page, 'Compare with another answer').selectOption({ label: 'Start' })
    await setting(page, 'Message').fill('The end must be after the start.')
    await add(page, 'signature', 'Supervisor')
    await expect(page.getByText('This form can be published.')).toBeVisible()
    await accessible(page)

    // The form works as it was built.
    await live(page).getByText('No', { exact: true }).click()
    await expect(live(page).getByText('What must be done first?')).toBeVisible()
    await expect(page.getByRole('treeitem').last()).toHaveAttribute('aria-label', /Save/)

    // A phone without a login tries the draft.
    await page.getByRole('button', { name: 'Try on a phone' }).click()
    const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await phone.goto(link)
    await expect(phone.getByText('This is a trial of a draft')).toBeVisible()
    await accessible(phone)
    await phone.getByLabel('Where is the work?').fill('Roof of level 3')
    await phone.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(phone.getByText('Saved as a trial')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('1 trial record')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published as version 1.')).toBeVisible()
    const reader = await site.reader(people.manager)
    const made = await reader.get<{ settings: { children: Record<string, unknown>[] } }>('/api/studio/hot-work-permit')
    expect(made.settings.children.map(({ type, attribute }) => attribute ?? type)).toEqual([
      'where_is_the_work',
      'kind_of_work',
      'start',
      'end',
      'hours',
      'is_the_area_free_of_anything_that_burns',
      'what_must_be_done_first',
      'photo_of_the_place',
      'validation',
      'supervisor',
      'save',
    ])
    expect(made.settings.children[4]).toMatchObject({ value: 'hours(start, end)' })
    expect(made.settings.children[8]).toMatchObject({ valid: 'end > start' })
  } finally {
    await site.close()
  }
})
