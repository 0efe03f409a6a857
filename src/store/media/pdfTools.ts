/** Files that an open document requests, as `[address, bytes]`; from scripts/pdfjs-assets.ts. */
declare const __PDF_TOOLS__: readonly (readonly [url: string, size: number])[]

/** The cache of these files: the service worker fills it at the first use, and *Make ready* before that. */
export const pdfCache = 'muster-pdfjs'

/** read: people read documents. fill: they also fill in PDF forms, which may have scripts. */
export type PdfUse = 'read' | 'fill'

/** A file of the PDF viewer. `kind`: what it is for; scripts need an interpreter, and pictures decoders. */
export interface PdfTool {
  readonly url: string
  readonly kind: 'scripts' | 'fonts' | 'pictures'
  /** Bytes. */
  readonly size: number
}

function kindOf(url: string): PdfTool['kind'] {
  if (url.includes('/quickjs')) return 'scripts'
  return url.includes('fonts/') ? 'fonts' : 'pictures'
}

/** The files that documents need beside their own bytes, in this version of the app. */
export function pdfTools(use: PdfUse | undefined): readonly PdfTool[] {
  if (use === undefined) return []
  const all = __PDF_TOOLS__.map(([url, size]) => ({ url, size, kind: kindOf(url) }))
  return use === 'fill' ? all : all.filter(({ kind, url }) => kind !== 'scripts' && !isForWriting(url))
}

/** The fonts of what people write into a form. */
const isForWriting = (url: string) => url.startsWith('/pdfjs/muster-')

/** Returns those that are not on the device. */
export async function missingTools(use: PdfUse | undefined): Promise<readonly PdfTool[]> {
  const tools = pdfTools(use)
  if (tools.length === 0 || typeof caches === 'undefined') return tools
  const cache = await caches.open(pdfCache)
  const found = await Promise.all(tools.map(({ url }) => cache.match(url)))
  return tools.filter((_, at) => !found[at])
}
