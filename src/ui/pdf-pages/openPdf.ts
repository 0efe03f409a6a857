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

/** Bytes that are fetched at once; only the pages that somebody looks at are fetched at all. */
const chunk = 256 * 1024

/** broken: no PDF, or one that nobody can read; locked: the password was not given; unreachable: its bytes do not come. */
export class PdfTrouble extends Error {
  readonly kind: 'broken' | 'locked' | 'unreachable'
  constructor(kind: PdfTrouble['kind'], options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

/** A document that is open. */
export type Pdf = PDFDocumentProxy

export interface OpenPdf {
  readonly pdf: PDFDocumentProxy
  /** Frees the worker and everything of the document. */
  close(): void
}

interface Options {
  /** Asked for a locked document's password, with `wrong` after one that did not fit; undefined gives up. */
  password?(wrong: boolean): Promise<string | undefined>
  signal?: AbortSignal
  /** All of it is needed, as for a form with its fields: it streams in, and is not asked for part by part. */
  whole?: boolean
}

let waiting: PDFWorker | undefined

/** Starts a worker for the next document: its program is read while the screen still looks for what it will open. */
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
    // What the browser decodes, it also keeps for every page that was drawn: 40 pages of a scan took twice the memory.
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
    // A list of pages that leads to none opens as well, and shows nothing.
    await pdf.getPage(1)
    return { pdf, close }
  } catch (cause) {
    close()
    const { name, message } = cause as Error
    // Browsers have no name for a connection that was lost, only words.
    const lost = /fetch|network|load failed|connection|response/i.test(message)
    const broken =
      name === 'InvalidPDFException' ||
      name === 'FormatError' ||
      (opened && !lost && (name === 'Error' || name === 'UnknownErrorException'))
    throw new PdfTrouble(locked || name === 'PasswordException' ? 'locked' : broken ? 'broken' : 'unreachable', { cause })
  }
}
