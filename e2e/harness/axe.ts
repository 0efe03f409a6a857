import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const otherLooks = ['dark', 'sun'] as const

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Waits until no element moves, no color changes and every video knows its length. axe reads positions twice and takes an element that
 * has moved in between for the background of a line; during a change of theme, a button has the background
 * of one theme and the text of the other.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(
    () => {
      const seen = window as { lookedAt?: string; sameFor?: number }
      // Endless animations, such as the bar of a busy button, are ignored.
      const changing = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
      // With its length, a video gets more controls, which move what is below it.
      const isLoading = [...document.querySelectorAll('video')].some(
        ({ readyState, networkState }) => readyState === HTMLMediaElement.HAVE_NOTHING && networkState === HTMLMediaElement.NETWORK_LOADING,
      )
      const now = [...document.querySelectorAll('body *')]
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect()
          return `${part.nodeName} ${x} ${y} ${width} ${height}`
        })
        .join()
      seen.sameFor = now === seen.lookedAt && !changing && !isLoading ? (seen.sameFor ?? 0) + 1 : 0
      seen.lookedAt = now
      return seen.sameFor >= 2
    },
    undefined,
    { polling: 100 },
  )
}

interface Where {
  /** Selector of the part to check; default: the whole page. */
  within?: string
  /** Tags of rules; default: all of WCAG 2.2 AA and the best practices. */
  tags?: readonly string[]
}

/** The violations that axe finds, one line each: the rule and the element. */
export async function findings(page: Page, { within, tags = everyRule }: Where = {}): Promise<string[]> {
  // An element half covered by the top bar would seem smaller than it is.
  await page.evaluate(() => scrollTo(0, 0))
  if (!(await isJudgedHere(page))) return []
  await atRest(page)
  return await lines(axe(page, within).withTags([...tags]))
}

/**
 * All findings for a page in its light theme, then only colors in the other themes, with one page load. The
 * page stays in the last theme.
 */
export async function findingsInEveryLook(page: Page, where: Where = {}): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await isJudgedHere(page))) return []
  const found = await findings(page, where)
  // The browser doesn't paint elements far below; they would still have the colors of the previous theme.
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

/** Passed checks are not reported, and no second page is opened for a summary: both took half of the time. */
function axe(page: Page, within?: string): AxeBuilder {
  const scan = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return within ? scan.include(within) : scan
}

/** axe judges elements and styles, which the engines have in common: the journeys in other browsers leave it to Chromium. */
const isJudgedHere = (page: Page) => page.evaluate(() => 'userAgentData' in navigator || /Chrome/.test(navigator.userAgent))

async function lines(scan: AxeBuilder): Promise<string[]> {
  const { violations } = await scan.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 5)
        .map(({ target, html, any }) => {
          const { fgColor, bgColor } = (any[0]?.data ?? {}) as { fgColor?: string; bgColor?: string }
          return `${target.join(' ')} ${html.slice(0, 160)}${fgColor ? ` (${fgColor} on ${bgColor})` : ''}`
        })
        .join(' | ')}`,
  )
}
