import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { lateMotion } from './lateMotion.ts'
import type { Place } from './moveRow.ts'

const rowMotion = lateMotion(() => import('./moveRow.ts'))

/** Longer lists do not move: measuring their rows at every render is slow. */
const mostRows = 60

const placeOf = ({ offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height }: HTMLElement): Place => ({
  top,
  left,
  width,
  height,
})

/**
 * Shows by motion which row has left a list or come back. The list must be positioned. React alone changes its
 * rows, at once; without the animation code, or with reduced motion, nothing moves. A row may name the
 * direction in which it leaves (`data-leaves`: left or right). `isPart`: rows are still being added, and do not move.
 */
export function useListMotion(list: RefObject<HTMLElement | null>, isPart = false): void {
  const places = useRef<ReadonlyMap<HTMLElement, Place>>(new Map())
  useEffect(() => rowMotion.load(), [])
  useLayoutEffect(() => {
    const { current: element } = list
    if (!element) return
    const rows = [...element.children].filter((row): row is HTMLElement => row instanceof HTMLElement && !row.hasAttribute('inert'))
    const before = places.current
    const after = new Map(isPart || rows.length > mostRows ? [] : rows.map((row) => [row, placeOf(row)] as const))
    places.current = after
    if (before.size === 0 || after.size === 0) return
    const left = [...before].filter(([row]) => !after.has(row))
    const came = rows.filter((row) => !before.has(row))
    const motion = left.length + came.length === 0 ? undefined : rowMotion.get()
    if (!motion) return
    for (const [row, place] of left) motion.removeRow(element, row, place)
    for (const row of came) motion.addRow(row)
    for (const [row, { top }] of after) {
      const distance = (before.get(row)?.top ?? top) - top
      if (distance !== 0) motion.moveRow(row, distance)
    }
  })
}
