import type { Page } from '@playwright/test'
import { findingsInEveryLook } from '../harness/axe.ts'
import { expect, installed, phoneTest as test } from '../harness/fixtures.ts'

/** Opens the gallery of all field types; the page itself marks when it is complete. */
async function open(page: Page, address: string, theme: 'light' | 'dark' | 'sun') {
  // Another theme applies at once, without a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript((look) => localStorage.setItem('muster:preference:theme', JSON.stringify(look)), theme)
  await page.goto(`${address}/playground/gallery`)
  // Before the checks, because this reloads a page that the service worker does not control yet.
  await installed(page)
  await page.locator('.m-studio-gallery[data-complete]').waitFor({ timeout: 60_000 })
  // Controls from separate script parts are ready when nothing is loading.
  await expect(page.locator('.m-studio-gallery [aria-busy=true], .m-studio-gallery [data-skeleton]')).toHaveCount(0)
}

test('FE-003 every field type is there in every state, for eyes, screen readers and fingers, on the smallest phone and in every look', async ({
  page,
  site,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, site.address, 'light')
  const types = await page
    .locator('.m-studio-gallery > section')
    .evaluateAll((sections) => sections.map((section) => section.getAttribute('aria-label')))
  expect(types.length).toBeGreaterThan(25)
  for (const family of ['attachments', 'signature', 'video', 'subForm', 'listenum', 'lookup', 'pdf']) expect(types).toContain(family)
  const missing = await page
    .locator('.m-studio-gallery > section:not(:has(.m-studio-exhibit))')
    .evaluateAll((sections) => sections.map((section) => section.getAttribute('aria-label')))
  expect.soft(missing, 'types without a small form that shows them').toEqual([])
  expect.soft(await page.locator('.m-studio-exhibit:has-text("This could not be drawn")').count()).toBe(0)

  // The content of no exhibit overflows, and the page is not wider than the phone.
  const wide = await page
    .locator('.m-studio-exhibit')
    .evaluateAll((exhibits) =>
      exhibits
        .filter((exhibit) => exhibit.scrollWidth > exhibit.clientWidth + 1)
        .map((exhibit) => `${exhibit.getAttribute('data-type')} ${exhibit.getAttribute('data-state')}`),
    )
  expect.soft(wide).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  // A required field shows its error, in its own text or in the default one.
  const silent = await page
    .locator('.m-studio-exhibit[data-state=error]')
    .evaluateAll((exhibits) =>
      exhibits
        .filter((exhibit) => !exhibit.querySelector('.m-controls-error')?.textContent)
        .map((exhibit) => exhibit.getAttribute('data-type')),
    )
  expect.soft(silent).toEqual([])

  expect.soft(await findingsInEveryLook(page, { within: 'main', tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).toEqual([])
})

test('a person with only a keyboard reaches and leaves every field of a form', async ({ page, site, complaints: _ }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, site.address, 'light')
  // Only the first state of each type is tested: the others would repeat the same keyboard walk seven
  // times.
  await page.addStyleTag({ content: '.m-studio-exhibit:not([data-state=empty]) { display: none }' })
  /** The types with an interactive control. */
  const wanted = await page
    .locator('.m-studio-exhibit[data-state=empty]')
    .evaluateAll((exhibits) =>
      exhibits
        .filter((exhibit) =>
          exhibit.querySelector('input:not([type=hidden], [type=file], :disabled), select, textarea, button:not(:disabled), a[href]'),
        )
        .map((exhibit) => exhibit.getAttribute('data-type') ?? ''),
    )
  expect(wanted.length).toBeGreaterThan(15)
  await page.locator('.m-studio-gallerySearch input').focus()
  const reached = new Set<string>()
  const last = wanted.at(-1) ?? ''
  // Until the last type was focused and left. If the focus returns to the start, the walk has missed some.
  let home = false
  while (!home) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      return {
        type: activeElement?.closest<HTMLElement>('.m-studio-exhibit')?.dataset['type'] ?? '',
        home: activeElement?.matches('.m-studio-gallerySearch input') === true,
      }
    })
    if (at.type) reached.add(at.type)
    home = at.home
    if (reached.has(last) && at.type !== last) break
  }
  expect(wanted.filter((type) => !reached.has(type))).toEqual([])
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.m-studio-exhibit')?.getAttribute('data-type'))).toBe(last)
})
