import type { Page } from '@playwright/test'
import { expect, phoneTest as test } from '../harness/fixtures.ts'
import { keyboardTour, wholeTour } from '../harness/keyboardTour.ts'
import { photo } from '../harness/photo.ts'
import { field, processed } from '../pages/form.ts'

/** Where the focus is: the field, and the words of the control. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    const attribute = active?.closest('[data-attribute]')?.getAttribute('data-attribute') ?? ''
    return { attribute, words: active?.textContent?.trim() ?? '', isPage: active === null || active === document.body }
  })

/** Presses Tab until the focus is on the field, or on a control of these words. */
async function tabTo(page: Page, { attribute, words }: { attribute?: string; words?: RegExp }) {
  for (let step = 0; step < 60; step += 1) {
    const at = await focused(page)
    if ((attribute === undefined || at.attribute === attribute) && (words === undefined || words.test(at.words))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${attribute ?? ''} ${words ?? ''}`)
}

/** Chooses the first choice of a list or of radio buttons that has the focus. */
async function chooseFirst(page: Page) {
  const isRadio = await page.evaluate(() => document.activeElement?.matches('input[type=radio]'))
  await page.keyboard.press(isRadio ? 'Space' : 'ArrowDown')
}

test('a report is opened, filled, signed and sent with the keyboard alone, and the focus never falls to the page', async ({
  worker: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const at = async (attribute: string, act: () => Promise<unknown>) => {
    await tabTo(page, { attribute })
    await act()
    expect((await focused(page)).isPage, `the focus after ${attribute}`).toBe(false)
  }
  await tabTo(page, { words: /^Hazard Report/ })
  await page.keyboard.press('Enter')
  // The photo field is loaded after the others.
  await expect(field(page, 'photos').getByRole('button').first()).toBeVisible()
  expect((await focused(page)).isPage, 'the focus on the form').toBe(false)

  for (const attribute of ['hazard_type', 'event', 'severity']) await at(attribute, () => chooseFirst(page))
  await at('description', () => page.keyboard.type('Loose boards on the stair.'))
  // The window in which the system offers its files is not part of the page.
  const offered = page.waitForEvent('filechooser')
  await at('photos', () => page.keyboard.press('Enter'))
  await (await offered).setFiles([photo(3)])
  await expect(field(page, 'photos').locator('.m-attachments-fileTiles > li')).toHaveCount(1)
  for (const attribute of ['site', 'location']) await at(attribute, () => chooseFirst(page))
  await at('date', () => page.keyboard.type('01152026'))
  await at('made_safe', () => chooseFirst(page))
  await at('action', () => page.keyboard.type('Nailed them down.'))
  await at('reporter', () => page.keyboard.type('Ana Silva'))

  await at('signature', () => page.keyboard.press('Enter'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, { words: /^Type instead$/ })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible()
  while (!(await page.evaluate(() => document.activeElement?.matches('dialog input, [role=dialog] input'))))
    await page.keyboard.press('Tab')
  await page.keyboard.type('Ana Silva')
  await tabTo(page, { words: /^Confirm$/ })
  await page.keyboard.press('Enter')
  await expect(field(page, 'signature').getByRole('button', { name: 'Remove' })).toBeFocused()

  await tabTo(page, { words: /^Send report$/ })
  await page.keyboard.press('Enter')
  await expect(processed(page)).toBeFocused()
})

test('Tab reaches each control of a form in its order, each is marked, and the focus never falls to the page', async ({
  worker: page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const form of ['hazard-report', 'orientation', 'manpower'])
    await test.step(form, async () => {
      await page.goto(`${site.address}/frontend/forms/${form}`)
      await page.locator('.m-forms-actionBar').waitFor()
      await expect.soft.poll(() => keyboardTour(page), { timeout: 8000, message: form }).toEqual(wholeTour)
    })
})
