import { useState } from 'react'
import type { Form } from '../engine/form.ts'

/** Maximum number of options that a form renders at once with its lists; each costs ten DOM nodes. */
const mostAtOnce = 400
const drawn = new WeakMap<Form, number>()

const arrivals = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls `arrived` when a list is near the window, or its group is opened. */
function watch(list: Element, arrived: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) arrivals.get(target)?.()
    },
    { rootMargin: '50%' },
  )
  arrivals.set(list, arrived)
  observer.observe(list)
  return () => observer?.unobserve(list)
}

const none = {}

/**
 * Whether to render the options of a native list. An ordinary form renders all. A large one renders them up
 * to a limit; further lists show the chosen value, and render their options when they are near the window or
 * are touched, pointed at or focused. Spread `handlers` on the select.
 */
export function useLazyOptions(form: Form, count: number): { full: boolean; handlers: object } {
  const [full, setFull] = useState(() => {
    const before = drawn.get(form) ?? 0
    if (before + count > mostAtOnce && typeof IntersectionObserver === 'function') return false
    drawn.set(form, before + count)
    return true
  })
  if (full) return { full, handlers: none }
  const fill = () => setFull(true)
  const ref = (list: HTMLSelectElement | null) => (list ? watch(list, fill) : undefined)
  return { full, handlers: { ref, onFocus: fill, onPointerDown: fill, onPointerEnter: fill, onKeyDown: fill } }
}
