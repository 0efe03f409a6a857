import { useLayoutEffect, useRef, useState } from 'react'
import { placeOf } from './MarkLayer.tsx'
import type { FormField } from './formFields.ts'
import { type PageViewState, widest } from './usePageView.ts'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'

/** Height of a box in which people can read what they type, pixels. */
const readable = 22
const largest = 4
/** A field may fill this share of the width of the window; a wider one is enlarged by `least`. */
const fill = 0.92
const least = 1.8

/** A place of a page that is shown in the middle of the window, as shares of the page. */
interface Spot {
  readonly page: number
  readonly down: number
  readonly across: number
}

/** Enlarges the page on a phone around the field that is edited; afterwards it has its former size again. */
export function useFieldZoom({ small, viewOf, zoom, setZoom, pages, root }: PageViewState, field: FormField | undefined): void {
  const [spot, setSpot] = useState<Spot>()
  /** The zoom before the first field, and the one set here: a zoom by the person stays. */
  const before = useRef<{ readonly zoom: number; set: number }>(undefined)
  const now = useRef(zoom)
  useLayoutEffect(() => {
    now.current = zoom
  }, [zoom])

  const name = small ? field?.name : undefined
  const box = small ? field?.boxes[0] : undefined
  useLayoutEffect(() => {
    if (name === undefined || !box) {
      const { current: held } = before
      before.current = undefined
      if (held && now.current === held.set) setZoom(held.zoom)
      return
    }
    let gone = false
    const enlarge = async () => {
      const view = await viewOf(box.page)
      if (gone) return
      const place = placeOf(view, box.rect)
      const room = root.current?.querySelector(`.${pdfPagesStyles.root}`)?.clientWidth ?? 0
      const scale = Math.min(room - 16, widest) / view.width
      /** Width of the part of the page that fits into the window. */
      let shown = view.width
      if (room > 0 && scale > 0) {
        // A line across the page is enlarged, too: then its beginning is shown.
        const fit = Math.max((room * fill) / (place.width * scale), least)
        const wanted = Math.min(readable / (place.height * scale), fit, largest)
        const next = Math.max(before.current?.zoom ?? now.current, Math.round(wanted * 20) / 20)
        before.current = { zoom: before.current?.zoom ?? now.current, set: next }
        setZoom(next)
        shown = (room * fill) / (scale * next)
      }
      const middle = place.left + Math.min(place.width, shown) / 2
      setSpot({ page: box.page, down: (place.top + place.height / 2) / view.height, across: middle / view.width })
    }
    void enlarge()
    return () => {
      gone = true
    }
    // The field counts, not the object: its label may change meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, setZoom, viewOf])

  // After the pages have their new size.
  useLayoutEffect(() => {
    if (spot) pages.current?.goTo(spot.page, spot.down, spot.across)
  }, [pages, spot])
}
