import type { Page } from '@playwright/test'
import { clippedBySpacing, cutOff, widening } from '../harness/fits.ts'
import { expect } from '../harness/fixtures.ts'
import { walk } from '../harness/walk.ts'
import { crawlTest, isSearch, minutes, roles, startPage } from './walksOf.ts'
import { readWays } from './waysDocument.ts'

const laptop = { width: 1280, height: 900 }

/** What the structure of the page gets wrong: its landmarks, and texts that a control names and that are not there. */
const structure = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const mains = document.querySelectorAll('main').length
    if (mains !== 1) found.push(`${mains} <main>`)
    if (document.querySelectorAll('h1').length !== 1) found.push(`${document.querySelectorAll('h1').length} <h1>`)
    if (document.querySelector('main nav[aria-label=Console], main header[data-app-bar]')) found.push('the menu is inside of <main>')
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'for'])
      for (const part of document.querySelectorAll(`[${name}]`))
        for (const id of part.getAttribute(name)?.split(/\s+/) ?? [])
          if (!document.getElementById(id)) found.push(`${name} of ${part.outerHTML.slice(0, 100)}`)
    return found
  })

/** Screens of the whole window, outside of the console; other tests look at them. */
const isAlone = (kind: string) => /^\/(?:frontend|playground|guide|studio|scan|devices\/register|gate\/)/.test(kind)

/** Waits until the page has what it asked for. */
async function drawn(page: Page) {
  await page.locator('h1').first().waitFor()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Addresses that show the same screen as another one: its title is theirs. */
const sameScreen = (kind: string) => kind.replace(/^\/(?:team|teams)\/\$id\/automations$/, '/automations').replace(/^\/team\/\$id\//, '/')

crawlTest(
  'at every address of an owner in the console: a true title of its own, one main part, and large, spaced and narrow text is whole',
  async ({ browser, crawled }) => {
    crawlTest.skip(isSearch)
    crawlTest.setTimeout(10 * minutes)
    const ways = readWays().roles.get('Owner') ?? []
    const page = await startPage(browser, crawled, roles['Owner'])
    const titles = new Map<string, Set<string>>()
    const { lost } = await walk(page, ways, async ({ kind }) => {
      if (isAlone(kind)) return
      await drawn(page)
      // Parts of a screen may still arrive, and a chart is drawn again after a change of its width.
      const patience = { timeout: 8000 }
      await expect.soft.poll(() => structure(page), { ...patience, message: `${kind}: structure` }).toEqual([])
      const heading = (await page.locator('h1').first().textContent())?.trim() ?? ''
      await expect.soft(page, `${kind}: title`).toHaveTitle(`${heading} – Muster`, patience)
      titles.set(heading, (titles.get(heading) ?? new Set()).add(sameScreen(kind)))
      expect.soft(await clippedBySpacing(page), `${kind}: text spacing`).toEqual([])
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect.soft(await cutOff(page), `${kind}: 200 % text`).toEqual([])
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.soft
        .poll(async () => [...(await widening(page)), ...(await cutOff(page))], { ...patience, message: `${kind}: 320 px` })
        .toEqual([])
      await page.setViewportSize(laptop)
    })
    await page.context().close()
    expect.soft(lost).toEqual([])
    expect
      .soft(
        [...titles].filter(([, kinds]) => kinds.size > 1).map(([title, kinds]) => [title, ...kinds]),
        'one title, two screens',
      )
      .toEqual([])
  },
)
