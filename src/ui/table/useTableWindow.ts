import { type RefObject, useLayoutEffect, useState } from 'react'

/** Shorter tables are drawn completely, so that find-in-page sees every row. */
export const wholeUpTo = 100
/** Rows drawn beyond the visible edge, so that tabbing and scrolling always find the next one. */
const beyond = 10
/** The window moves in steps, so that scrolling redraws only now and then. */
const step = 5
/** Some in-app browsers scroll and resize without an event; interval of the checks, ms. */
const lookEvery = 250
/** Height for environments without layout, px. */
const someHeight = 600

/** Height of the box of most tables, as a part of the browser window's height. */
const usualPart = 0.7

export interface TableWindow {
  readonly first: number
  /** Index after the last row. */
  readonly end: number
}

/** Returns the rows to draw in a box of this height, px. */
function windowAt(scrolled: number, height: number, row: number): TableWindow {
  const at = (pixels: number) => Math.floor(pixels / row / step) * step
  return { first: Math.max(0, at(scrolled) - beyond), end: at(scrolled + height) + step + beyond }
}

/**
 * Returns the rows of a long table to draw, by the scroll position of its box; all rows are `row` pixels
 * high. `whole`: draws all of them.
 */
export function useTableWindow(box: RefObject<HTMLElement | null>, count: number, row: number, whole: boolean): TableWindow {
  const [shown, setShown] = useState(() => windowAt(0, window.innerHeight * usualPart, row))

  useLayoutEffect(() => {
    const element = box.current
    if (!element || whole) return
    let frame = 0
    const look = () => {
      frame = 0
      const { first, end } = windowAt(element.scrollTop, element.clientHeight || someHeight, row)
      setShown((old) => (old.first === first && old.end === end ? old : { first, end }))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    element.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    const timer = setInterval(look, lookEvery)
    return () => {
      cancelAnimationFrame(frame)
      clearInterval(timer)
      element.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [box, row, whole])

  if (whole) return { first: 0, end: count }
  const end = Math.min(shown.end, count)
  return { first: Math.min(shown.first, Math.max(0, end - 1)), end }
}
