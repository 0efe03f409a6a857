import type { AnyRouter } from '@tanstack/react-router'

/** Addresses of the server, not of the app. */
const serverPaths = /^\/(?:api|auth|oauth|rescue|schema|healthz|readyz)(?:\/|$)/

/**
 * Opens links of this site inside the app, wherever they are drawn: UI kit, Markdown from the server, fields.
 */
export function followLinks(router: AnyRouter): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return
    const url = new URL(link.href, location.href)
    if (url.origin !== location.origin || serverPaths.test(url.pathname)) return
    event.preventDefault()
    void router.navigate({ href: url.pathname + url.search + url.hash })
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}
