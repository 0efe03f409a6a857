import type { Page } from '@playwright/test'

/** A page of any browser. */
interface Evaluates {
  evaluate(act: () => string[]): Promise<string[]>
}

/** What is outside of the window or of its button, at the left or the right, and can't be scrolled to. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (part: Element) => {
      for (let one: Element | null = part; one; one = one.parentElement)
        if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return true
      return false
    }
    return [...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea, label, h1, h2, p, legend')]
      .filter((part) => {
        const { left, right, width: own, height } = part.getBoundingClientRect()
        if (own <= 1 || height <= 1 || !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
        const { position, overflowX, textOverflow } = getComputedStyle(part)
        const isBare = part.matches('button, a') && /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
        if (isBare && part.scrollWidth > part.clientWidth + 1) return true
        if (position === 'fixed') return false
        return (left < -1 || right > width + 1) && !scrolls(part)
      })
      .map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 40)}`)
  })

/** Empty if the page fits into a window of 320 px; else its width, and what reaches beyond the window. */
export const widening = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= 320) return []
    const wide = [...document.body.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > 320)
    return [`${scrollWidth} px`, ...wide.map((part) => `${part.tagName}.${part.getAttribute('class')}`)]
  })

/** The distances of WCAG 1.4.12, which people set in their browser. */
const distances =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** The texts that are no longer whole once a person sets larger distances between lines, words and letters. */
export const clippedBySpacing = (page: Page): Promise<string[]> =>
  page.evaluate(async (css) => {
    const clipped = () =>
      [...document.querySelectorAll<HTMLElement>('body *')].filter((part) => {
        if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || part.clientWidth <= 1 || part.clientHeight <= 1)
          return false
        const { overflowX, overflowY } = getComputedStyle(part)
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const isText = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
        return (
          isText &&
          ((hides(overflowX) && part.scrollWidth > part.clientWidth + 1) || (hides(overflowY) && part.scrollHeight > part.clientHeight + 1))
        )
      })
    const before = new Set(clipped())
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const after = clipped().filter((part) => !before.has(part))
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    return after.map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 60)}`)
  }, distances)

/** Elements wider than the page, and too small touch targets: buttons and fields, not links within a sentence. */
export const unfit = (page: Evaluates): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide`] : []
    const parts = [
      ...document.querySelectorAll<HTMLElement>('main :is(button, a.m-button, select, input:not([type=checkbox], [type=radio]))'),
    ]
    const small = parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < (innerWidth < 500 ? 44 : 32))
    return [...wide, ...small.map((part) => part.outerHTML.slice(0, 120))]
  })
