/** What a code turned out to hold: a page of this site, an address elsewhere, or something else. */
export type Scanned =
  | { readonly kind: 'own'; readonly href: string }
  | { readonly kind: 'foreign'; readonly url: string; readonly host: string }
  | { readonly kind: 'text'; readonly text: string }

/** Only http and https are addresses: a code can hold `javascript:` and worse. */
export function whatIs(text: string, origin: string): Scanned {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return { kind: 'text', text: trimmed }
  const url = new URL(trimmed)
  // A poster says https also where a site is reached by its bare name on the local network.
  if (url.host === new URL(origin).host && url.username === '') return { kind: 'own', href: url.pathname + url.search + url.hash }
  return { kind: 'foreign', url: url.href, host: url.host }
}
