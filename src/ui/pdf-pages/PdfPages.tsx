import { useLingui } from '@lingui/react/macro'
import type { PDFDocumentProxy, PDFPageProxy, PageViewport, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AnnotationMode, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { memo, type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { Turns } from './turns.ts'
import { useDetail } from './useDetail.ts'
import './pdfjsText.css'
import * as styles from './pdfPages.module.css'

/** Most pixels of one canvas; phones silently fail to draw much larger ones. */
const mostPixels = 3_000_000
/** A page that takes longer to draw is too large for this device, ms. */
const drawTimeout = 30_000

export interface PdfPagesHandle {
  /**
   * Scrolls to a page, counted from 1. With `share` it puts that share of the page height (0 is the top) in
   * the middle of the window, with `across` also that share of its width.
   */
  goTo(page: number, share?: number, across?: number): void
  /** At the next zoom change, the point at these screen coordinates stays in place instead of the middle. */
  hold(clientX: number, clientY: number): void
}

interface PdfPagesProps {
  readonly pdf: PDFDocumentProxy
  /** 1: the page fills the available width, up to `widest`. */
  readonly zoom: number
  /** Most pixels of a page's width at zoom 1. */
  readonly widest?: number | undefined
  /** Clockwise rotation of every page, in degrees. */
  readonly rotation?: 0 | 90 | 180 | 270 | undefined
  /** Called when a pinch, or Ctrl and the wheel, ask for another zoom. */
  onZoom?(zoom: number): void
  /** `layer` draws the form fields; the page image does not contain them. */
  readonly forms?: boolean | undefined
  /** Called when another page is in the middle of the window. */
  onPage(page: number): void
  /** Called when a page was fully visible, or filled half of the window. */
  onViewed?(page: number): void
  /** Draws over a page, inside the page's own box (form fields, marks). */
  readonly layer?: (page: PDFPageProxy, viewport: PageViewport) => ReactNode
  readonly ref?: Ref<PdfPagesHandle>
}

interface Size {
  readonly width: number
  readonly height: number
}

interface First extends Size {
  readonly page: PDFPageProxy
}

/**
 * The pages of a document, one below the other. Only pages near the window are drawn. A text layer over each
 * image allows screen readers, search and selection. Put it in a box with a height: it scrolls by itself.
 */
export function PdfPages({
  pdf,
  zoom,
  widest = Number.POSITIVE_INFINITY,
  rotation = 0,
  onZoom,
  onPage,
  onViewed,
  forms,
  layer,
  ref,
}: PdfPagesProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const sheets = useRef<HTMLDivElement>(null)
  /**
   * The point that stays in place when the pages change size, as shares of a page and pixels from the
   * window's edge. The default is the middle of the window.
   */
  const held = useRef<Held>(undefined)
  const [turns] = useState(() => new Turns(() => held.current?.page ?? 1))
  const hold = (x: number, y: number, toX = x, toY = y) => {
    held.current = heldAt(scroller.current, x, y, toX, toY) ?? held.current
  }
  const told = useRef({ onPage, onViewed, onZoom, zoom, hold })
  useEffect(() => {
    told.current = { onPage, onViewed, onZoom, zoom, hold }
  })
  useTwoFingers(scroller, sheets, told, onZoom !== undefined)

  const room = useRoom(scroller)
  const first = useFirstPage(pdf, rotation)
  const width = Math.max(120, Math.min(room - 16, widest) * zoom)
  useHeldPoint(scroller, held, width, first)
  const isLaid = first !== undefined && room > 0
  const near = useNearPages(scroller, pdf, isLaid)
  useCurrentPage(scroller, held, told, { first, room, zoom })

  const goTo = (page: number, share?: number, across?: number) => {
    const box = scroller.current
    const sheet = box?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!box || !sheet) return
    const top = sheet.offsetTop - box.offsetTop
    box.scrollTop = share === undefined ? top - 8 : top + share * sheet.offsetHeight - box.clientHeight / 2
    if (across !== undefined) box.scrollLeft = sheet.offsetLeft - box.offsetLeft + across * sheet.offsetWidth - box.clientWidth / 2
    // The event of the scroll comes a frame later; until then the pages may change size.
    const view = box.getBoundingClientRect()
    hold(view.left + view.width / 2, view.top + view.height / 2)
  }
  useImperativeHandle(ref, () => ({ goTo, hold: (x, y) => hold(x, y) }))

  return (
    // A scrolling box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles.root} data-document tabIndex={0} role="region" aria-label={t`Pages of the document`}>
      <div ref={sheets}>
        {first &&
          room > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <Sheet
              key={index}
              pdf={pdf}
              number={index + 1}
              opened={index === 0 ? first.page : undefined}
              first={first}
              width={width}
              rotation={rotation}
              near={near.has(index + 1)}
              turns={turns}
              scroller={scroller}
              forms={forms === true}
              layer={near.has(index + 1) ? layer : undefined}
            />
          ))}
      </div>
    </div>
  )
}

type Box = RefObject<HTMLElement | null>

/** The available width, px; 0 before the first measurement. */
function useRoom(scroller: Box): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => setRoom(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])
  return room
}

function useFirstPage(pdf: PDFDocumentProxy, rotation: number): First | undefined {
  const [first, setFirst] = useState<First>()
  useEffect(() => {
    let gone = false
    void pdf.getPage(1).then((page) => {
      const { width, height } = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 })
      if (!gone) setFirst({ page, width, height })
    })
    return () => {
      gone = true
    }
  }, [pdf, rotation])
  return first
}

/** Scrolls so that the held point stays in place when the pages change size. */
function useHeldPoint(scrollerRef: Box, heldRef: RefObject<Held | undefined>, width: number, first: First | undefined): void {
  useLayoutEffect(() => {
    const box = scrollerRef.current
    const { current: at } = heldRef
    const sheet = at && box?.querySelector<HTMLElement>(`[data-page="${at.page}"]`)
    if (!box || !sheet) return
    const view = box.getBoundingClientRect()
    const { top, left, height, width: wide } = sheet.getBoundingClientRect()
    box.scrollTop += top + at.down * height - (view.top + at.y)
    box.scrollLeft += left + at.across * wide - (view.left + at.x)
  }, [scrollerRef, heldRef, width, first])
}

/** Pages in the window, or less than half a window away from it. */
function useNearPages(scroller: Box, pdf: PDFDocumentProxy, isLaid: boolean): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]))
  useEffect(() => {
    const box = scroller.current
    if (!box || !isLaid) return
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before)
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset['page'])
            if (isIntersecting) now.add(number)
            else now.delete(number)
          }
          return now
        }),
      { root: box, rootMargin: '50% 0px' },
    )
    for (const sheet of box.querySelectorAll('[data-page]')) observer.observe(sheet)
    return () => observer.disconnect()
  }, [scroller, isLaid, pdf])
  return near
}

/** Finds the current page and the pages that were viewed, and holds the middle of the window. */
function useCurrentPage(
  scrollerRef: Box,
  heldRef: RefObject<Held | undefined>,
  toldRef: RefObject<{ readonly onPage: (page: number) => void; readonly onViewed: ((page: number) => void) | undefined }>,
  { first, room, zoom }: { readonly first: First | undefined; readonly room: number; readonly zoom: number },
): void {
  useEffect(() => {
    const box = scrollerRef.current
    if (!box || !first || room === 0) return
    const look = () => {
      const view = box.getBoundingClientRect()
      const centre = view.top + view.height / 2
      let nearest = 1
      let distance = Number.POSITIVE_INFINITY
      for (const sheet of box.querySelectorAll<HTMLElement>('[data-page]')) {
        const { top, bottom, height, left, width: wide } = sheet.getBoundingClientRect()
        if (bottom < view.top || top > view.bottom) continue
        const number = Number(sheet.dataset['page'])
        const seen = Math.min(bottom, view.bottom) - Math.max(top, view.top)
        if (seen >= Math.min(view.height / 2, height - 1)) toldRef.current.onViewed?.(number)
        const away = top <= centre && bottom >= centre ? 0 : Math.min(Math.abs(top - centre), Math.abs(bottom - centre))
        if (away < distance) {
          const [x, y] = [view.width / 2, view.height / 2]
          heldRef.current = { page: number, down: (centre - top) / height, across: (view.left + x - left) / wide, x, y }
          distance = away
          nearest = number
        }
      }
      toldRef.current.onPage(nearest)
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scrollerRef, heldRef, toldRef, first, room, zoom])
}

interface Held {
  readonly page: number
  /** Shares of the page. */
  readonly down: number
  readonly across: number
  /** Pixels from the top left of the window. */
  readonly x: number
  readonly y: number
}

/** Returns the point of a page at screen position (x, y), to be kept at (toX, toY). */
function heldAt(box: HTMLElement | null, x: number, y: number, toX: number, toY: number): Held | undefined {
  for (const sheet of box?.querySelectorAll<HTMLElement>('[data-page]') ?? []) {
    const { top, bottom, left, height, width } = sheet.getBoundingClientRect()
    if (y < top || y > bottom || !box) continue
    const view = box.getBoundingClientRect()
    const page = Number(sheet.dataset['page'])
    return { page, down: (y - top) / height, across: (x - left) / width, x: toX - view.left, y: toY - view.top }
  }
  return undefined
}

const mostZoom = 8

/**
 * A pinch scales the pages around the fingers; they are redrawn at the new size when the fingers lift. Ctrl
 * and the wheel do the same for a mouse.
 */
function useTwoFingers(
  scroller: { readonly current: HTMLElement | null },
  sheets: { readonly current: HTMLElement | null },
  told: {
    readonly current: {
      readonly zoom: number
      readonly onZoom: ((zoom: number) => void) | undefined
      readonly hold: (x: number, y: number, toX?: number, toY?: number) => void
    }
  },
  on: boolean,
): void {
  useEffect(() => {
    const box = scroller.current
    if (!box || !on) return
    let start: { distance: number; zoom: number; x: number; y: number } | undefined
    let ratio = 1
    let now = { x: 0, y: 0 }
    const between = ([a, b]: TouchList) => (a && b ? { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 } : { x: 0, y: 0 })
    const apart = ([a, b]: TouchList) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)
    const begin = ({ touches }: TouchEvent) => {
      if (touches.length !== 2) return
      now = between(touches)
      start = { distance: apart(touches), zoom: told.current.zoom, ...now }
      ratio = 1
    }
    const move = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!start || !a || !b || !sheets.current) return
      event.preventDefault()
      ratio = Math.min(mostZoom / start.zoom, Math.max(0.5 / start.zoom, apart(event.touches) / start.distance))
      now = between(event.touches)
      const { left, top } = sheets.current.getBoundingClientRect()
      if (sheets.current.style.transform === '') sheets.current.style.transformOrigin = `${start.x - left}px ${start.y - top}px`
      sheets.current.style.transform = `translate(${now.x - start.x}px, ${now.y - start.y}px) scale(${ratio})`
    }
    const end = () => {
      if (!start) return
      if (sheets.current) sheets.current.style.transform = ''
      told.current.hold(start.x, start.y, now.x, now.y)
      told.current.onZoom?.(start.zoom * ratio)
      start = undefined
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      told.current.hold(event.clientX, event.clientY)
      told.current.onZoom?.(Math.min(mostZoom, Math.max(0.5, told.current.zoom * Math.exp(-event.deltaY / 250))))
    }
    box.addEventListener('touchstart', begin, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    box.addEventListener('wheel', wheel, { passive: false })
    return () => {
      box.removeEventListener('touchstart', begin)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
      box.removeEventListener('wheel', wheel)
    }
  }, [on, scroller, sheets, told])
}

/** Why a page is not shown. */
type Failure = 'damaged' | 'slow'

interface SheetProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  /** The page, if it is already loaded. */
  readonly opened: PDFPageProxy | undefined
  readonly first: Size
  readonly width: number
  readonly rotation: number
  readonly near: boolean
  readonly turns: Turns
  readonly scroller: { readonly current: HTMLElement | null }
  readonly forms: boolean
  readonly layer: PdfPagesProps['layer']
}

/**
 * A document can have thousands of pages: a page that is not near the window is an empty box of the right
 * size.
 */
const Sheet = memo(function Sheet({ pdf, number, opened, first, width, rotation, near, turns, scroller, forms, layer }: SheetProps) {
  const { t } = useLingui()
  const [page, setPage] = useState(opened)
  const [failed, setFailed] = useState<Failure>()

  useEffect(() => {
    if (!near) return
    let gone = false
    pdf.getPage(number).then(
      (found) => {
        if (!gone) setPage(found)
      },
      () => setFailed('damaged'),
    )
    return () => {
      gone = true
    }
  }, [near, number, pdf])

  const turned = page && (page.rotate + rotation) % 360
  const own = page && turned !== undefined ? page.getViewport({ scale: 1, rotation: turned }) : first
  const scale = width / own.width

  return (
    <div
      className={styles.page}
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
      {failed === 'damaged' ? <p className={styles.failed}>{t`This page can't be shown: the file is damaged here.`}</p> : null}
      {failed === 'slow' ? <p className={styles.failed}>{t`This page takes too long to draw: it is too large for this device.`}</p> : null}
      {near && page && turned !== undefined ? (
        <>
          <Picture {...{ pdf, page, number, width, turned, turns, scroller, forms }} onFailed={setFailed} />
          {layer?.(page, page.getViewport({ scale, rotation: turned }))}
        </>
      ) : null}
    </div>
  )
})

interface PictureProps extends Pick<SheetProps, 'pdf' | 'number' | 'width' | 'turns' | 'scroller' | 'forms'> {
  readonly page: PDFPageProxy
  readonly turned: number
  onFailed(failed: Failure | undefined): void
}

/** Draws a page, with its text layer above. */
function Picture({ pdf, page, number, width, turned, turns, scroller, forms, onFailed }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const xfa = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = canvas.current
    const text = words.current
    if (!target || !text) return
    let gone = false
    const at = page.getViewport({ scale: width / page.getViewport({ scale: 1, rotation: turned }).width, rotation: turned })
    // pdf.js draws check boxes and buttons in both states on separate canvases; as part of the page it would
    // draw every box as ticked.
    const apart = forms ? new Map<string, HTMLCanvasElement>() : undefined
    const template = xfa.current
    let drawing: RenderTask | undefined
    let layerOfText: TextLayer | undefined
    const draw = async () => {
      const sharp = Math.min(devicePixelRatio || 1, 2, Math.sqrt(mostPixels / (at.width * at.height)))
      target.width = Math.floor(at.width * sharp)
      target.height = Math.floor(at.height * sharp)
      drawing = page.render({
        canvas: target,
        viewport: at,
        transform: [sharp, 0, 0, sharp, 0, 0],
        annotationMode: forms ? AnnotationMode.ENABLE_FORMS : AnnotationMode.ENABLE,
        ...(apart && { annotationCanvasMap: apart }),
      })
      const clock = setTimeout(() => {
        onFailed('slow')
        // The other pages get their turn.
        drawing?.cancel()
      }, drawTimeout)
      await drawing.promise.then(
        () => {
          clearTimeout(clock)
          target.setAttribute('data-drawn', '')
          onFailed(undefined)
        },
        // The page was resized while it was drawn: the next drawing replaces this one.
        (error: Error) => {
          clearTimeout(clock)
          if (error.name !== 'RenderingCancelledException') onFailed('damaged')
        },
      )
      if (gone || template) return
      layerOfText = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: at })
      layerOfText.render().catch(() => undefined)
    }
    const withdraw = turns.take(number, draw)
    if (template) void import('./drawXfa.ts').then(({ drawXfa }) => drawXfa(pdf, page, at, template)).catch(() => undefined)
    return () => {
      gone = true
      withdraw()
      drawing?.cancel()
      target.removeAttribute('data-drawn')
      layerOfText?.cancel()
      template?.replaceChildren()
      for (const canvas of apart?.values() ?? []) canvas.width = 0
      // Free the canvases: phones have little memory for them.
      target.width = 0
      target.height = 0
      text.replaceChildren()
      page.cleanup()
    }
  }, [forms, number, onFailed, page, pdf, turned, turns, width])

  const detail = useDetail({ page, scroller, width, turned, forms, sharpAt: mostPixels })
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" />
      <canvas ref={detail} className={styles.detail} aria-hidden="true" hidden />
      <div ref={words} className={`${styles.text} textLayer`} />
      {pdf.isPureXfa ? <div ref={xfa} className={styles.xfa} /> : null}
    </>
  )
}
