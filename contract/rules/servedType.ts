/**
 * Media types that a browser may show from this origin. None of them can run as a script, a style sheet or a
 * worker, and none is a document that can contain scripts (HTML, SVG, XML).
 */
const shown =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|heic|heif|bmp)|application\/pdf|video\/[a-z0-9][a-z0-9.+-]*|audio\/[a-z0-9][a-z0-9.+-]*|text\/plain)$/

/** The type for all other files: browsers download it, and never show or run it. */
export const opaqueType = 'application/octet-stream'

/**
 * The media type for the browser, and whether a page may show the file inline. The type that the uploader
 * gave is not trusted.
 */
export function servedType(type: string): { readonly type: string; readonly inline: boolean } {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!shown.test(plain)) return { type: opaqueType, inline: false }
  return { type: plain === 'text/plain' ? 'text/plain; charset=utf-8' : plain, inline: true }
}

/**
 * Permitted purposes of a file request (`Sec-Fetch-Dest`); absent in browsers without that header. A link in
 * a page inside a frame is `iframe`.
 */
const destinations: ReadonlySet<string> = new Set(['', 'empty', 'document', 'iframe', 'image', 'video', 'audio', 'track'])

/** False for scripts, workers, style sheets, plug-ins and the like: a user's file is never one of these. */
export const mayBeFetchedFor = (destination: string | undefined): boolean => destinations.has(destination ?? '')

/**
 * The Content-Security-Policy for documents that are not pages of the app: they load nothing and run nothing.
 */
export const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
/** The same for files. PDFs have no `sandbox`: the PDF readers of older browsers do not start in one. */
export const filePolicy = `${documentPolicy}; sandbox`
