import { type RefObject, useLayoutEffect, useState } from 'react'

/** Shorter lists render all rows, so that find-in-page sees every row. */
export const wholeUpTo = 100
/** Rows rendered beyond the edge of the screen, so that tabbing and scrolling always find the next one. */
const beyond = 12
/** The window moves in steps of this many rows, so that scrolling renders rarely. */
const step = 6

export interface ListWindow {
  readonly first: number
  /** Exclusive end index. */
  readonly end: number
  /** Height of a row in pixels. */
  readonly row: number
}

/** Window of rows to render in a long list; all rows have the same height. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): ListWindow {
  const [shown, setShown] = useState<ListWindow>({ first: 0, end: Math.min(count, wholeUpTo / 2), row: 56 })
  const whole = count <= wholeUpTo

  useLayoutEffect(() => {
    const element = list.current
    if (!element || whole) return
    let frame = 0
    const look = () => {
      frame = 0
      const row = element.querySelector<HTMLElement>('[data-row]')?.offsetHeight || 56
      const { top } = element.getBoundingClientRect()
      const at = (pixels: number) => Math.floor(pixels / row / step) * step
      const first = Math.min(Math.max(0, at(-top) - beyond), Math.max(0, count - 1))
      const end = Math.min(count, Math.max(first, at(window.innerHeight - top) + step + beyond))
      setShown((old) => (old.first === first && old.end === end && old.row === row ? old : { first, end, row }))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    // Capture also gets scroll events of the list's container: the page or a dialog.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('resize', soon)
    }
  }, [list, count, whole])

  return whole ? { first: 0, end: count, row: 0 } : { ...shown, end: Math.min(shown.end, count) }
}
