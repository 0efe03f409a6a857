/** The content of a scanned code: a page of this site, a foreign address, or other text. */
export type Scanned =
  | { readonly kind: 'own'; readonly href: string }
  | { readonly kind: 'foreign'; readonly url: string; readonly host: string }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Classifies the text of a code. Only http and https are addresses: a code can contain `javascript:` and
 * worse.
 */
export function whatIs(text: string, origin: string): Scanned {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return { kind: 'text', text: trimmed }
  const url = new URL(trimmed)
  // A poster has https also for a site that is reached by its host name on the local network.
  if (url.host === new URL(origin).host && url.username === '') return { kind: 'own', href: url.pathname + url.search + url.hash }
  return { kind: 'foreign', url: url.href, host: url.host }
}
