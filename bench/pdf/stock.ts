// pdf.js with its own viewer component, in the default setup.
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import 'pdfjs-dist/legacy/web/pdf_viewer.css'
import { timeKeys, until, walk } from './walk.ts'

GlobalWorkerOptions.workerSrc = workerSrc
const assets = `/pdfjs/${version}/`
/** Width of a page on the tablet in pixels, as in our viewer. */
const width = 784

const container = document.getElementById('container') as HTMLDivElement
const eventBus = new EventBus()
const linkService = new PDFLinkService({ eventBus })
const viewer = new PDFViewer({ container, eventBus, linkService })
linkService.setViewer(viewer)
const drawn = new Set<number>()
const filled = new Set<number>()
eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => drawn.add(pageNumber))
eventBus.on('annotationlayerrendered', ({ pageNumber }: { pageNumber: number }) => filled.add(pageNumber))
let pdf: PDFDocumentProxy | undefined

const options = {
  cMapUrl: `${assets}cmaps/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
  iccUrl: `${assets}iccs/`,
  enableXfa: true,
}

Object.assign(window, {
  bench: {
    keys: timeKeys(),
    async open(url: string, fields: number): Promise<{ page: number; fields: number }> {
      const from = performance.now()
      pdf = await getDocument({ url, ...options }).promise
      eventBus.on('pagesinit', () => {
        viewer.currentScale = width / (612 * (96 / 72))
      })
      viewer.setDocument(pdf)
      linkService.setDocument(pdf)
      const [page, ready] = await Promise.all([
        until(() => drawn.has(1)),
        until(() => fields === 0 || (filled.has(1) && container.querySelectorAll('section').length >= fields)),
      ])
      return { page: page - from, fields: ready - from }
    },
    walk: () =>
      walk({
        box: () => container,
        sheet: (page) => container.querySelector<HTMLElement>(`[data-page-number="${page}"]`),
        drawn: (page) => drawn.has(page),
        pages: pdf?.numPages ?? 0,
      }),
    async save(url: string): Promise<{ one: number; all: number }> {
      const own = await getDocument({ url, ...options }).promise
      const objects = (await own.getFieldObjects()) as ReadonlyMap<string, { id: string; type: string }[]> | null
      const texts = [...(objects?.values() ?? [])].flatMap((boxes) => boxes.filter(({ type }) => type === 'text'))
      const write = async (some: readonly { id: string }[]) => {
        for (const { id } of some) own.annotationStorage.setValue(id, { value: 'Ana Souza' })
        const from = performance.now()
        await own.saveDocument()
        return performance.now() - from
      }
      return { one: await write(texts.slice(0, 1)), all: await write(texts) }
    },
  },
})
