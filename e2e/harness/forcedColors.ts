import type { Page } from '@playwright/test'

/** Runs in the page: marks the boxes that show something by their background alone, such as bars and dots. */
function markBoxes() {
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

/** What no longer shows, or no longer differs, once the system decides the colors. */
export async function vanished(page: Page): Promise<string[]> {
  await page.evaluate(markBoxes)
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(findVanished)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
