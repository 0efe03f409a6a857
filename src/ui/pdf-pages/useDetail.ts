import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef } from 'react'

interface Detail {
  readonly page: PDFPageProxy
  readonly scroller: { readonly current: HTMLElement | null }
  /** Width of the page on the screen, px. */
  readonly width: number
  readonly turned: number
  readonly forms: boolean
  /** Most pixels of a canvas; a page with more is drawn too coarsely. */
  readonly sharpAt: number
}

/** Delay without movement before the detail is drawn, ms. */
const rest = 150

/**
 * Returns a canvas for the visible part of a page. A large drawing (A1) at a high zoom has more pixels than a
 * canvas may have: after the movement ends, the visible part is drawn again over it at the resolution of the
 * screen.
 */
export function useDetail({ page, scroller, width, turned, forms, sharpAt }: Detail): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const [target, box, paper] = [canvas.current, scroller.current, canvas.current?.parentElement]
    if (!target || !box || !paper) return
    const at = page.getViewport({ scale: width / page.getViewport({ scale: 1, rotation: turned }).width, rotation: turned })
    const wanted = Math.min(devicePixelRatio || 1, 2)
    if (at.width * at.height * wanted * wanted <= sharpAt) return
    let stop = () => {}
    let clock: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      const [view, place] = [box.getBoundingClientRect(), paper.getBoundingClientRect()]
      const left = Math.max(0, Math.floor(view.left - place.left))
      const top = Math.max(0, Math.floor(view.top - place.top))
      const wide = Math.min(at.width, view.right - place.left) - left
      const high = Math.min(at.height, view.bottom - place.top) - top
      if (wide < 1 || high < 1) return
      const sharp = Math.min(wanted, Math.sqrt(sharpAt / (wide * high)))
      const sketch = document.createElement('canvas')
      sketch.width = Math.ceil(wide * sharp)
      sketch.height = Math.ceil(high * sharp)
      const drawing = page.render({
        canvas: sketch,
        viewport: at,
        transform: [sharp, 0, 0, sharp, -left * sharp, -top * sharp],
        annotationMode: forms ? AnnotationMode.ENABLE_FORMS : AnnotationMode.ENABLE,
        ...(forms && { annotationCanvasMap: new Map<string, HTMLCanvasElement>() }),
      })
      stop = () => drawing.cancel()
      drawing.promise.then(
        () => {
          // The previous image stays until this one is complete.
          target.width = sketch.width
          target.height = sketch.height
          target.getContext('2d')?.drawImage(sketch, 0, 0)
          Object.assign(target.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` })
          target.hidden = false
          sketch.width = 0
        },
        () => {
          sketch.width = 0
        },
      )
    }
    const soon = () => {
      clearTimeout(clock)
      stop()
      clock = setTimeout(draw, rest)
    }
    soon()
    box.addEventListener('scroll', soon, { passive: true })
    const observer = new ResizeObserver(soon)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', soon)
      observer.disconnect()
      clearTimeout(clock)
      stop()
      target.hidden = true
      target.width = 0
      target.height = 0
    }
  }, [forms, page, scroller, sharpAt, turned, width])
  return canvas
}
