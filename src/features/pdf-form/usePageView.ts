import { useCallback, useRef, useState } from 'react'
import { useNarrow } from '../../ui/layout/useNarrow.ts'
import type { Pdf } from '../../ui/pdf-pages/openPdf.ts'
import type { PdfPagesHandle } from '../../ui/pdf-pages/PdfPages.tsx'
import { useFullscreen, useRoomBelow } from './useRoomBelow.ts'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]
/** Pixels of a page at zoom 1 on a large screen. */
export const widest = 900

/** The visible part of the document: page, zoom, rotation, and the size of the form on the screen. */
export function usePageView(pdf: Pdf) {
  const root = useRef<HTMLDivElement>(null)
  const pages = useRef<PdfPagesHandle>(null)
  const small = useNarrow(720)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState<0 | 90 | 180 | 270>(0)
  const [full, toggleFull] = useFullscreen(root)
  useRoomBelow(root, full)

  const viewOf = useCallback(
    async (number: number) => {
      const sheet = await pdf.getPage(number)
      return sheet.getViewport({ scale: 1, rotation: (sheet.rotate + rotation) % 360 })
    },
    [pdf, rotation],
  )
  const zoomBy = (step: 1 | -1) =>
    setZoom((step > 0 ? zooms.find((one) => one > zoom + 0.01) : zooms.findLast((one) => one < zoom - 0.01)) ?? zoom)
  const fitWidth = () =>
    setZoom(Math.max(0.5, ((root.current?.querySelector(`.${pdfPagesStyles.root}`)?.clientWidth ?? widest) - 16) / widest))
  const turn = () => setRotation(((rotation + 90) % 360) as typeof rotation)
  return { root, pages, small, page, setPage, zoom, setZoom, zoomBy, fitWidth, rotation, turn, full, toggleFull, viewOf }
}

export type PageViewState = ReturnType<typeof usePageView>
