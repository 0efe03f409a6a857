import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** Gives the element the room from where it begins to the end of what is visible: with a keyboard on the screen, above it. */
export function useRoomBelow(element: RefObject<HTMLElement | null>, full: boolean): void {
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const fit = () => {
      const view = window.visualViewport
      const end = view ? view.offsetTop + view.height : window.innerHeight
      // In a dialog it stays where it is while the page behind scrolls.
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

/** The whole screen where the browser gives it, else the whole window. */
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
