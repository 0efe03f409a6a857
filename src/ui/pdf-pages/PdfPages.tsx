import { useLingui } from '@lingui/react/macro'
import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import './pdf-pages.css'

/** Pixels of a canvas; phones give up far larger ones without a word. */
const mostPixels = 3_000_000

export interface PdfPagesHandle {
  /** Scrolls to a page, from 1. */
  goTo(page: number): void
}

interface PdfPagesProps {
  readonly pdf: PDFDocumentProxy
  /** 1: as wide as there is room. */
  readonly zoom: number
  /** The page in the middle of the window, as it changes. */
  onPage(page: number): void
  /** A page was in full view, or filled half of the window. */
  onViewed?(page: number): void
  /** What lies over a page, in the page's own box (form fields, marks). */
  readonly layer?: (page: PDFPageProxy, viewport: PageViewport) => ReactNode
  readonly ref?: Ref<PdfPagesHandle>
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The pages of a document one below the other. Only those near the window are drawn; text lies over the picture for reading aloud, searching
 * and marking. Give it a box with a height: it scrolls by itself.
 */
export function PdfPages({ pdf, zoom, onPage, onViewed, layer, ref }: PdfPagesProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [first, setFirst] = useState<Size>()
  const told = useRef({ onPage, onViewed })
  useEffect(() => {
    told.current = { onPage, onViewed }
  })

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => setRoom(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    let gone = false
    void pdf.getPage(1).then((page) => {
      const { width, height } = page.getViewport({ scale: 1 })
      if (!gone) setFirst({ width, height })
    })
    return () => {
      gone = true
    }
  }, [pdf])

  // Which page is looked at, and which has been seen.
  useEffect(() => {
    const box = scroller.current
    if (!box || !first || room === 0) return
    const look = () => {
      const view = box.getBoundingClientRect()
      const middle = view.top + view.height / 2
      let nearest = 1
      let distance = Number.POSITIVE_INFINITY
      for (const sheet of box.querySelectorAll<HTMLElement>('[data-page]')) {
        const { top, bottom, height } = sheet.getBoundingClientRect()
        if (bottom < view.top || top > view.bottom) continue
        const number = Number(sheet.dataset['page'])
        const seen = Math.min(bottom, view.bottom) - Math.max(top, view.top)
        if (seen >= Math.min(view.height / 2, height - 1)) told.current.onViewed?.(number)
        const away = top <= middle && bottom >= middle ? 0 : Math.min(Math.abs(top - middle), Math.abs(bottom - middle))
        if (away < distance) {
          distance = away
          nearest = number
        }
      }
      told.current.onPage(nearest)
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [first, room, zoom])

  const goTo = (page: number) => {
    const box = scroller.current
    const sheet = box?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (box && sheet) box.scrollTop = sheet.offsetTop - box.offsetTop - 8
  }
  useImperativeHandle(ref, () => ({ goTo }))

  return (
    // A box that scrolls has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="m-pdf" tabIndex={0} role="region" aria-label={t`Pages of the document`}>
      {first &&
        room > 0 &&
        Array.from({ length: pdf.numPages }, (_, index) => (
          <Sheet
            key={index}
            pdf={pdf}
            number={index + 1}
            first={first}
            width={Math.max(120, (room - 16) * zoom)}
            scroller={scroller}
            layer={layer}
          />
        ))}
    </div>
  )
}

interface SheetProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly first: Size
  readonly width: number
  readonly scroller: { readonly current: HTMLElement | null }
  readonly layer: PdfPagesProps['layer']
}

function Sheet({ pdf, number, first, width, scroller, layer }: SheetProps) {
  const { t } = useLingui()
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy>()

  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: scroller.current,
      rootMargin: '100% 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useEffect(() => {
    if (!near) return
    let gone = false
    pdf.getPage(number).then(
      (found) => {
        if (!gone) setPage(found)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [near, number, pdf])

  const own = page?.getViewport({ scale: 1 }) ?? first
  const scale = width / own.width
  const viewport = page?.getViewport({ scale })

  useEffect(() => {
    const target = canvas.current
    const text = words.current
    if (!near || !page || !target || !text) return
    const at = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const sharp = Math.min(devicePixelRatio || 1, 2, Math.sqrt(mostPixels / (at.width * at.height)))
    target.width = Math.floor(at.width * sharp)
    target.height = Math.floor(at.height * sharp)
    const drawing = page.render({ canvas: target, viewport: at, transform: [sharp, 0, 0, sharp, 0, 0] })
    // Turned to another size while it was drawn: the next drawing replaces it.
    drawing.promise.catch(() => undefined)
    text.replaceChildren()
    const layerOfText = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: at })
    layerOfText.render().catch(() => undefined)
    return () => {
      drawing.cancel()
      layerOfText.cancel()
      // Canvases are what a phone runs out of.
      target.width = 0
      target.height = 0
      text.replaceChildren()
      page.cleanup()
    }
  }, [near, page, width])

  return (
    <div
      ref={sheet}
      className="m-pdf-page"
      data-page={number}
      role="group"
      aria-label={t`Page ${number} of ${pdf.numPages}`}
      style={{
        width,
        height: own.height * scale,
        ['--scale-factor' as string]: scale,
        ['--total-scale-factor' as string]: scale,
        ['--scale-round-x' as string]: '1px',
        ['--scale-round-y' as string]: '1px',
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={words} className="m-pdf-text textLayer" />
      {page && viewport && near ? layer?.(page, viewport) : null}
    </div>
  )
}
