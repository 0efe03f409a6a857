import type { Page } from '@playwright/test'
import { findUnmarked } from './keyboardTour.ts'

/** Runs in the page: marks the boxes that show something by their background alone, such as bars and dots. */
function markBoxes() {
  // The outline of the focus is not that of what is chosen.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const part of document.querySelectorAll('[data-box]')) part.removeAttribute('data-box')
  for (const part of document.querySelectorAll('main *, [data-app-bar] *, nav *')) {
    if (part.childNodes.length > 0 || part.closest('svg, [aria-hidden=true], [data-skeleton]')) continue
    if (part.matches('input, select, textarea, img, video, canvas, iframe, svg, br, hr, col, meter, progress')) continue
    const { width, height } = part.getBoundingClientRect()
    const { backgroundColor, borderTopStyle, backgroundImage } = getComputedStyle(part)
    const isPainted = !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor) && borderTopStyle === 'none' && backgroundImage === 'none'
    if (isPainted && width > 2 && height > 2 && part.checkVisibility()) part.setAttribute('data-box', '')
  }
}

/** Runs in the page: what a person can no longer see, or tell apart, with the colors of their system. */
function findVanished(): string[] {
  const found: string[] = []
  const isClear = (color: string) => /^(?:transparent|rgba\(.*, 0\))$/.test(color)
  const isShown = (part: Element) =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && part.getBoundingClientRect().width > 1
  const behind = (part: Element | null): string => {
    for (let one = part; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if (!isClear(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const name = (part: Element) => part.outerHTML.slice(0, 120)

  for (const icon of document.querySelectorAll('svg')) {
    if (!isShown(icon)) continue
    const ground = behind(icon.parentElement)
    const shapes = [...icon.querySelectorAll('path, line, circle, rect, polyline, polygon, ellipse, use, text')]
    const isSeen = (shape: Element) => {
      const { fill, stroke } = getComputedStyle(shape)
      return [fill, stroke].some((color) => color !== 'none' && !isClear(color) && color !== ground)
    }
    if (shapes.length > 0 && !shapes.some(isSeen)) found.push(`icon: ${name(icon.parentElement ?? icon)}`)
  }

  for (const box of document.querySelectorAll('[data-box]')) {
    const { backgroundColor, borderTopStyle, outlineStyle } = getComputedStyle(box)
    const isSeen = !isClear(backgroundColor) && backgroundColor !== behind(box.parentElement)
    if (isShown(box) && !isSeen && borderTopStyle === 'none' && outlineStyle === 'none') found.push(`box: ${name(box)}`)
  }

  const lookOf = (part: Element) =>
    [part, part.closest('label'), part.parentElement].map((one) =>
      [undefined, '::before', '::after'].map((pseudo) => {
        if (!one) return ''
        const { borderColor, borderStyle, borderWidth, outlineStyle, backgroundColor, color, textDecorationLine, fontWeight, content } =
          getComputedStyle(one, pseudo)
        return [borderColor, borderStyle, borderWidth, outlineStyle, backgroundColor, color, textDecorationLine, fontWeight, content].join()
      }),
    )
  const chosen = '[aria-pressed=true], [aria-selected=true], [aria-checked=true], [aria-current]:not([aria-current=false]), input:checked'
  for (const part of document.querySelectorAll(chosen)) {
    // A picture inside differs from that of the others, or there is no other to compare.
    const isPeer = (one: Element) => one !== part && one.tagName === part.tagName && one.getAttribute('role') === part.getAttribute('role')
    const group = part.closest('[role=tablist], [role=radiogroup], [role=group], fieldset, ul, ol, nav, table') ?? part.parentElement
    const other = [...(group?.querySelectorAll(part.tagName) ?? [])].find((one) => isPeer(one) && !one.matches(chosen) && isShown(one))
    if (!other || !isShown(part)) continue
    const isSame = JSON.stringify(lookOf(part)) === JSON.stringify(lookOf(other))
    if (isSame && part.querySelectorAll('svg').length === other.querySelectorAll('svg').length) found.push(`chosen: ${name(part)}`)
  }
  return found
}

/** Runs in the page: fields without an edge that a person sees. */
function findEdgeless(): string[] {
  const isClear = (color: string) => /^(?:transparent|rgba\(.*, 0\))$/.test(color)
  /** The color around the field. */
  const around = (part: Element): string => {
    for (let one = part.parentElement; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if (!isClear(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const field = 'input:not([type=hidden], [type=file], [type=range], [type=color]), select, textarea, [role=combobox]'
  const edgeOf = (part: Element | null) => {
    if (!part) return false
    const { borderBottomStyle, borderBottomWidth, borderBottomColor, appearance } = getComputedStyle(part)
    // The browser draws its own boxes, with their edges.
    if (part.matches('[type=checkbox], [type=radio]') && appearance !== 'none') return true
    const isDrawn = borderBottomStyle !== 'none' && borderBottomWidth !== '0px' && !isClear(borderBottomColor)
    return isDrawn && borderBottomColor !== around(part)
  }
  return [...document.querySelectorAll(field)]
    .filter((part) => {
      const { width, height } = part.getBoundingClientRect()
      if (width <= 2 || height <= 2 || !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      return !edgeOf(part) && !edgeOf(part.parentElement) && !edgeOf(part.closest('label'))
    })
    .map((part) => part.outerHTML.slice(0, 120))
}

/** Runs in the page: select boxes without the arrow that tells them from a text. Browsers leave out gradients. */
const findArrowless = (): string[] =>
  [...document.querySelectorAll('select:not([multiple], [size]), button[aria-haspopup].m-controls-select')]
    .filter((part) => {
      const { appearance, backgroundImage } = getComputedStyle(part)
      const isDrawn = part instanceof HTMLSelectElement ? appearance !== 'none' : getComputedStyle(part, '::after').content !== 'none'
      return part.checkVisibility() && !isDrawn && backgroundImage === 'none'
    })
    .map((part) => part.outerHTML.slice(0, 120))

/** Runs in the page: primary buttons that look like the others. */
const findCommon = (): string[] => {
  const shown = (css: string) => [...document.querySelectorAll(css)].filter((part) => part.checkVisibility())
  const lookOf = (part: Element) => {
    const { borderWidth, borderStyle, backgroundColor } = getComputedStyle(part)
    return [borderWidth, borderStyle, backgroundColor].join()
  }
  const others = new Set(shown('.m-button-kind-plain').map(lookOf))
  return shown('.m-button-kind-primary')
    .filter((part) => others.has(lookOf(part)))
    .map((part) => part.outerHTML.slice(0, 120))
}

/**
 * What no longer shows, or no longer differs, once the system decides the colors: icons, bars, what is chosen, primary buttons, arrows, the edges
 * of fields and, after a keyboard tour, the focus.
 */
export async function vanished(page: Page): Promise<string[]> {
  await page.evaluate(markBoxes)
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(findVanished)
  const edgeless = await page.evaluate(findEdgeless)
  const common = await page.evaluate(findCommon)
  const arrowless = await page.evaluate(findArrowless)
  const unmarked = await page.evaluate(findUnmarked)
  await page.emulateMedia({ forcedColors: null })
  return [
    ...found,
    ...common.map((part) => `primary: ${part}`),
    ...arrowless.map((part) => `arrow: ${part}`),
    ...edgeless.map((part) => `edge: ${part}`),
    ...unmarked.map((part) => `focus: ${part}`),
  ]
}
