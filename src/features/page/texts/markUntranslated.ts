import { markedAbove } from '../../../../contract/endpoints/translate.ts'

const attribute = 'data-translation-error'

/**
 * Marks every part of the page that shows one of these texts, also parts that are drawn later: as English, which a screen
 * reader pronounces as English, and, if the text is long, with an attribute, which the style sheet turns into a small
 * icon, and a tooltip (decision OQ-081). Returns a function that removes the marks.
 */
export function markUntranslated(root: HTMLElement, texts: ReadonlySet<string>, words: string): () => void {
  const marked = new Set<HTMLElement>()

  function look(): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: shown } = node
      const text = node.textContent?.trim() ?? ''
      if (!shown || marked.has(shown) || !texts.has(text)) continue
      marked.add(shown)
      shown.lang = 'en'
      if (text.length <= markedAbove) continue
      shown.setAttribute(attribute, '')
      if (!shown.title) shown.title = words
    }
  }

  look()
  const observer = new MutationObserver(look)
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    for (const shown of marked) {
      shown.removeAttribute('lang')
      shown.removeAttribute(attribute)
      if (shown.title === words) shown.removeAttribute('title')
    }
  }
}
