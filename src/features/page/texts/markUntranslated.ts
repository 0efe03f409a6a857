const attribute = 'data-translation-error'

/**
 * Marks every part of the page that shows one of these texts, also parts that are drawn later: an attribute,
 * which the style sheet turns into a small icon, and a tooltip (decision OQ-081). Returns a function that
 * removes the marks.
 */
export function markUntranslated(root: HTMLElement, texts: ReadonlySet<string>, words: string): () => void {
  const marked = new Set<HTMLElement>()

  function look(): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: shown } = node
      if (!shown || marked.has(shown) || !texts.has(node.textContent?.trim() ?? '')) continue
      shown.setAttribute(attribute, '')
      if (!shown.title) shown.title = words
      marked.add(shown)
    }
  }

  look()
  const observer = new MutationObserver(look)
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    for (const shown of marked) {
      shown.removeAttribute(attribute)
      if (shown.title === words) shown.removeAttribute('title')
    }
  }
}
