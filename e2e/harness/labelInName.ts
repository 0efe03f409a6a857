import type { Page } from '@playwright/test'

/** Controls with another name than their visible label: people who speak to their computer say what they see (WCAG 2.5.3). */
export const namedOtherwise = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    return [...document.querySelectorAll<HTMLElement>(':is(a, button, summary, [role=tab])[aria-label]')].flatMap((part) => {
      const [seen, name] = [words(part.innerText), words(part.getAttribute('aria-label') ?? '')]
      return part.checkVisibility() && !name.includes(seen) ? [`“${seen}” is named “${name}”`] : []
    })
  })
