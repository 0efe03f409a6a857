import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'

/**
 * Sets the element's height so that it ends at the visible bottom edge: with an on-screen keyboard, above it.
 */
export function useRoomBelow(element: RefObject<HTMLElement | null>, full: boolean): void {
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const fit = () => {
      const view = window.visualViewport
      const end = view ? view.offsetTop + view.height : window.innerHeight
      // In a dialog it stays in place while the page behind scrolls.
      const scrolled = target.closest('dialog') ? 0 : window.scrollY
      const top = full ? 0 : Math.max(0, target.getBoundingClientRect().top + scrolled)
      target.style.setProperty('height', `${Math.max(280, end - top)}px`)
    }
    fit()
    window.addEventListener('resize', fit)
    window.visualViewport?.addEventListener('resize', fit)
    const observer = new ResizeObserver(fit)
    observer.observe(document.body)
    return () => {
      window.removeEventListener('resize', fit)
      window.visualViewport?.removeEventListener('resize', fit)
      observer.disconnect()
    }
  }, [element, full])
}

const focusedIn = (box: HTMLElement): Element | null => (box.contains(document.activeElement) ? document.activeElement : null)

/** Keeps a field visible above a keyboard or sheet that covers the page after a press on the field. */
export function useFieldInView(root: RefObject<HTMLElement | null>, name: string | undefined): void {
  useEffect(() => {
    const box = root.current?.querySelector<HTMLElement>(`.${pdfPagesStyles.root}`)
    if (!box) return
    const look = () => {
      const field = name === undefined ? focusedIn(box) : box.querySelector(`[data-field="${CSS.escape(name)}"]`)
      if (!field || field === box) return
      const [view, place] = [box.getBoundingClientRect(), field.getBoundingClientRect()]
      if (place.top < view.top) box.scrollTop += place.top - view.top - space
      else if (place.bottom > view.bottom) box.scrollTop += Math.min(place.bottom - view.bottom + space, place.top - view.top - space)
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [root, name])
}

/** Margin around a field that is scrolled into view, pixels. */
const space = 16

/** Uses the whole screen if the browser allows it, otherwise the whole window. */
export function useFullscreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    const escape = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) setFull(false)
    }
    document.addEventListener('fullscreenchange', changed)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      document.removeEventListener('keydown', escape)
    }
  }, [])
  const toggle = useCallback(() => {
    setFull((is) => {
      if (is) {
        if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      } else void document.documentElement.requestFullscreen?.().catch(() => undefined)
      return !is
    })
    element.current?.focus()
  }, [element])
  return [full, toggle]
}
