/**
 * Media types that a browser may show from our own origin. None of them can run as a script, a style sheet or a worker, and none is a
 * document that can hold scripts (HTML, SVG, XML).
 */
const shown =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|heic|heif|bmp)|application\/pdf|video\/[a-z0-9][a-z0-9.+-]*|audio\/[a-z0-9][a-z0-9.+-]*|text\/plain)$/

/** What is sent for every other type: it is saved, never shown or run. */
export const opaqueType = 'application/octet-stream'

/** How a file leaves the server: the type that the browser is told, and whether it may be shown in the page. The sender's own word is not passed on. */
export function servedType(type: string): { readonly type: string; readonly inline: boolean } {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!shown.test(plain)) return { type: opaqueType, inline: false }
  return { type: plain === 'text/plain' ? 'text/plain; charset=utf-8' : plain, inline: true }
}

/** What a browser may fetch a file for (`Sec-Fetch-Dest`); absent where the browser is too old to say. A link in a page inside a frame is `iframe`. */
const destinations: ReadonlySet<string> = new Set(['', 'empty', 'document', 'iframe', 'image', 'video', 'audio', 'track'])

/** False for scripts, workers, style sheets, plug-ins and the like: no file of a person is any of these. */
export const mayBeFetchedFor = (destination: string | undefined): boolean => destinations.has(destination ?? '')

/** The Content-Security-Policy of what is no page of ours: it loads nothing and runs nothing. */
export const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
/** The same for files. PDFs go without `sandbox`: the PDF readers of older browsers do not start in one. */
export const filePolicy = `${documentPolicy}; sandbox`
