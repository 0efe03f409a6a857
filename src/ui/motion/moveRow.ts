import { animate } from 'framer-motion/dom/mini'
import { aside, durations } from './durations.ts'

/** Where a row is drawn, pixels from the top left corner of its list. */
export interface Place {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

/** Seconds. */
const duration = durations.slow / 1000

const sides = { left: `-${aside}`, right: aside } as const

/** Draws a copy of a row that has left the list, until it has faded. The copy has no focus and no name. */
export function removeRow(list: HTMLElement, row: HTMLElement, { top, left, width, height }: Place): void {
  const copy = row.cloneNode(true) as HTMLElement
  copy.setAttribute('inert', '')
  copy.setAttribute('aria-hidden', 'true')
  for (const dialog of copy.querySelectorAll('dialog')) dialog.remove()
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
  Object.assign(copy.style, { position: 'absolute', margin: '0', pointerEvents: 'none' })
  Object.assign(copy.style, { top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` })
  list.append(copy)
  const way = row.dataset['leaves']
  const end = way === 'left' || way === 'right' ? `translateX(${sides[way]})` : 'scale(0.98)'
  const remove = () => copy.remove()
  animate(copy, { opacity: [1, 0], transform: ['none', end] }, { duration }).finished.then(remove, remove)
}

export function addRow(row: HTMLElement): void {
  animate(row, { opacity: [0, 1] }, { duration })
}

/** Moves a row to its place from `distance` pixels below it (above if negative). */
export function moveRow(row: HTMLElement, distance: number): void {
  animate(row, { transform: [`translateY(${distance}px)`, 'none'] }, { duration })
}
