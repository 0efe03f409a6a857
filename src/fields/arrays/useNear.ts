import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const arrivals = new WeakMap<Element, (near: boolean) => void>()
let observer: IntersectionObserver | undefined

function watch(element: Element, tell: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) arrivals.get(target)?.(isIntersecting)
    },
    { rootMargin: '100%' },
  )
  arrivals.set(element, tell)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/**
 * Whether an element is near the window. Distant elements are not rendered; `height` (pixels) reserves their
 * space. With `always`, or without IntersectionObserver, everything is rendered.
 */
export function useNear(element: RefObject<HTMLElement | null>, always: boolean): { near: boolean; height: number | undefined } {
  const whole = always || typeof IntersectionObserver !== 'function'
  const [near, setNear] = useState(whole)
  const height = useRef<number>(undefined)
  useLayoutEffect(() => {
    const at = element.current
    if (whole || !at) return
    return watch(at, (is) => {
      // A focused element counts as near, wherever it was scrolled to.
      if (!is && at.contains(document.activeElement)) return
      if (!is) height.current = at.offsetHeight
      setNear(is)
    })
  }, [element, whole])
  return { near: whole || near, height: near || whole ? undefined : height.current }
}
