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

/** The content of a code that a person typed: the six signs of a poster, alone or with their address before them. */
export function whatIsTyped(text: string, origin: string): Scanned {
  const code = /^(?:(?:https?:\/\/)?[^\s/]+\/q\/)?([A-Z\d]{6})$/i.exec(text.trim())?.[1]
  return code === undefined ? whatIs(text, origin) : { kind: 'own', href: `/q/${code}` }
}
