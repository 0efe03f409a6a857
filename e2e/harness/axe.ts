import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const otherLooks = ['dark', 'sun'] as const

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Waits until nothing moves any more and no colour is on its way to another. axe asks twice where things stand, and takes for the background of a
 * line whatever has moved under it in between; a button in the middle of a change of look has the ground of the one and the text of the other.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(
    () => {
      const seen = window as { lookedAt?: string; sameFor?: number }
      // What goes round for ever, as the bar of a busy button, never comes to rest.
      const changing = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
      const now = [...document.querySelectorAll('body *')]
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect()
          return `${part.nodeName} ${x} ${y} ${width} ${height}`
        })
        .join()
      seen.sameFor = now === seen.lookedAt && !changing ? (seen.sameFor ?? 0) + 1 : 0
      seen.lookedAt = now
      return seen.sameFor >= 2
    },
    undefined,
    { polling: 100 },
  )
}

interface Where {
  /** Selector of the part that is looked at; the whole page unless told. */
  within?: string
  /** Tags of rules; all of WCAG 2.2 AA and the best practices unless told. */
  tags?: readonly string[]
}

/** What axe finds, a line each: the rule and where. */
export async function findings(page: Page, { within, tags = everyRule }: Where = {}): Promise<string[]> {
  // What scrolled half under the bar at the top is no smaller for it.
  await page.evaluate(() => scrollTo(0, 0))
  await atRest(page)
  return await lines(axe(page, within).withTags([...tags]))
}

/** As findings for a page in its light look, then its colours in the others, all with one load. Leaves the page in the last of them. */
export async function findingsInEveryLook(page: Page, where: Where = {}): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found = await findings(page, where)
  // What is far below is not painted; its colours would be those of the look before.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const look of otherLooks) {
    await page.evaluate((theme) => {
      document.documentElement.dataset['theme'] = theme
    }, look)
    await atRest(page)
    const seen = await lines(axe(page, where.within).withRules(['color-contrast']))
    found.push(...seen.map((line) => `${look}: ${line}`))
  }
  return found
}

/** What passes is not written down, and no second page is opened to sum up: that took half of the time. */
function axe(page: Page, within?: string): AxeBuilder {
  const scan = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return within ? scan.include(within) : scan
}

async function lines(scan: AxeBuilder): Promise<string[]> {
  const { violations } = await scan.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 5)
        .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`)
        .join(' | ')}`,
  )
}
