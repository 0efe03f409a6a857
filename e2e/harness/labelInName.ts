import type { Page } from '@playwright/test'

/** Controls with another name than their visible label: people who speak to their computer say what they see (WCAG 2.5.3). */
export const namedOtherwise = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    const visible = (part: Element): string =>
      [...part.childNodes]
        .map((node) => {
          if (!(node instanceof Element)) return node.textContent ?? ''
          // What is only for screen readers is one pixel large.
          return node.checkVisibility() && node.getBoundingClientRect().width > 1 ? ` ${visible(node)} ` : ''
        })
        .join('')
    return [...document.querySelectorAll(':is(a, button, summary, [role=tab])[aria-label]')].flatMap((part) => {
      const [seen, name] = [words(visible(part)), words(part.getAttribute('aria-label') ?? '')]
      return part.checkVisibility() && !name.includes(seen) ? [`“${seen}” is named “${name}”`] : []
    })
  })
