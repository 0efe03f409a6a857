import { useLingui } from '@lingui/react/macro'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import * as styles from './pdfPages.module.css'

interface PageThumbnailsProps {
  readonly pdf: PDFDocumentProxy
  /** The current page, from 1. */
  readonly page: number
  readonly rotation: number
  onPick(page: number): void
}

const width = 104

/** Thumbnails of all pages, each drawn when it scrolls into view. */
export function PageThumbnails({ pdf, page, rotation, onPick }: PageThumbnailsProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <ol ref={list} className={styles.thumbs}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <Thumbnail key={index} pdf={pdf} number={index + 1} current={page === index + 1} rotation={rotation} onPick={onPick} />
      ))}
    </ol>
  )
}

interface ThumbnailProps extends Omit<PageThumbnailsProps, 'page'> {
  readonly number: number
  readonly current: boolean
}

function Thumbnail({ pdf, number, current, rotation, onPick }: ThumbnailProps) {
  const { t } = useLingui()
  const item = useRef<HTMLLIElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)

  useEffect(() => {
    const element = item.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), { rootMargin: '200px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const target = canvas.current
    if (!near || !target) return
    let stop = () => {}
    let gone = false
    void pdf.getPage(number).then((page) => {
      if (gone) return
      const turned = (page.rotate + rotation) % 360
      const scale = width / page.getViewport({ scale: 1, rotation: turned }).width
      const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio || 1, 2), rotation: turned })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: target, viewport })
      // After drawing, free the parsed data of the page: hundreds of pages would add up.
      drawing.promise.then(
        () => void page.cleanup(),
        () => undefined,
      )
      stop = () => drawing.cancel()
    })
    return () => {
      gone = true
      stop()
      target.width = 0
      target.height = 0
    }
  }, [near, number, pdf, rotation])

  return (
    <li ref={item}>
      <button
        type="button"
        className={styles.thumb}
        aria-current={current ? 'page' : undefined}
        aria-label={t`Page ${number}`}
        onClick={() => onPick(number)}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  )
}
