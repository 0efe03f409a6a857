import { t } from '@lingui/core/macro'

/**
 * Resolves to true if the browser gives no storage to a page inside another site; without it no answer would
 * be safe.
 */
export async function storageIsBlocked(): Promise<boolean> {
  try {
    // Firefox before 126 has no list of databases; it refuses localStorage as well.
    await (indexedDB.databases ? indexedDB.databases() : localStorage.length)
    return false
  } catch {
    return true
  }
}

/** Shows a message with a link to the same page in a separate window. */
export function showBlocked(root: HTMLElement): void {
  const words = document.createElement('p')
  words.textContent = t`This browser keeps nothing for a page inside another site, so what you type would not be safe here.`
  const link = document.createElement('a')
  link.href = location.href
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = t`Open it in a window of its own`
  const box = document.createElement('main')
  box.style.cssText = 'padding:1.5rem;display:grid;gap:1rem;justify-items:start;font:500 1rem/1.5 system-ui,sans-serif'
  link.style.cssText = 'display:inline-flex;align-items:center;min-height:48px;font-weight:700'
  box.append(words, link)
  root.replaceChildren(box)
}
