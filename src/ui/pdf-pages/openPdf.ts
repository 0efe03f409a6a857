import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerSrc

/** Fonts, maps and decoders of pdf.js on our own address. */
export const pdfAssets = `${import.meta.env.BASE_URL}pdfjs/${version}/`

/** Bytes of one request; only the pages that people view are fetched. */
const chunk = 256 * 1024

/**
 * broken: not a PDF, or an unreadable one; locked: the password was not entered; unreachable: its bytes could
 * not be loaded.
 */
export class PdfTrouble extends Error {
  readonly kind: 'broken' | 'locked' | 'unreachable'
  constructor(kind: PdfTrouble['kind'], options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

/** An open document. */
export type Pdf = PDFDocumentProxy

export interface OpenPdf {
  readonly pdf: PDFDocumentProxy
  /** Frees the worker and all resources of the document. */
  close(): void
}

interface Options {
  /** Asks for the password of a locked document; `wrong` is true after a wrong one; undefined cancels. */
  password?(wrong: boolean): Promise<string | undefined>
  signal?: AbortSignal
  /** The whole document is needed, as for a form with its fields: it is streamed, not requested in ranges. */
  whole?: boolean
}

let waiting: PDFWorker | undefined

/**
 * Starts a worker for the next document, so that its code loads while the screen still looks for the
 * document.
 */
export function preparePdf(): void {
  waiting ??= new PDFWorker()
}

/** Opens a document of our own origin, or one in memory, in a worker. @throws PdfTrouble */
export async function openPdf(source: string | Blob, { password, signal, whole }: Options = {}): Promise<OpenPdf> {
  preparePdf()
  const worker = waiting
  waiting = undefined
  const task = getDocument({
    ...(worker && { worker }),
    ...(typeof source === 'string'
      ? { url: source, rangeChunkSize: chunk, disableAutoFetch: !whole, disableStream: !whole }
      : { data: new Uint8Array(await source.arrayBuffer()) }),
    cMapUrl: `${pdfAssets}cmaps/`,
    standardFontDataUrl: `${pdfAssets}standard_fonts/`,
    wasmUrl: `${pdfAssets}wasm/`,
    iccUrl: `${pdfAssets}iccs/`,
    enableXfa: true,
    // The browser caches the images it decodes for every drawn page: 40 pages of a scan took twice the
    // memory.
    isImageDecoderSupported: false,
  })
  let locked = false
  task.onPassword = (answer: (text: string | Error) => void, reason: number) => {
    locked = true
    const asked = password?.(reason === PasswordResponses.INCORRECT_PASSWORD) ?? Promise.resolve(undefined)
    void asked.then((text) => (text === undefined ? answer(new Error('locked')) : answer(text)))
  }
  const close = () =>
    void task
      .destroy()
      .catch(() => undefined)
      .then(() => worker?.destroy())
  signal?.addEventListener('abort', close, { once: true })
  let opened = false
  try {
    const pdf = await task.promise
    opened = true
    // A document without a readable first page also opens, and shows nothing.
    await pdf.getPage(1)
    return { pdf, close }
  } catch (cause) {
    close()
    throw new PdfTrouble(locked ? 'locked' : troubleOf(cause as Error, opened), { cause })
  }
}

function troubleOf({ name, message }: Error, opened: boolean): PdfTrouble['kind'] {
  if (name === 'PasswordException') return 'locked'
  if (name === 'InvalidPDFException' || name === 'FormatError') return 'broken'
  // Browsers have no error name for a lost connection, only messages.
  const lost = /fetch|network|load failed|connection|response/i.test(message)
  return opened && !lost && (name === 'Error' || name === 'UnknownErrorException') ? 'broken' : 'unreachable'
}
