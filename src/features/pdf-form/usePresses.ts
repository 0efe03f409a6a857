import { useEffect, useRef } from 'react'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'
import * as styles from './pdfForm.module.css'

/**
 * A touch close to a small field selects the field; a double tap zooms in, or shows the whole page again;
 * Ctrl+F searches, Escape closes the list of pages.
 */
export function usePresses(
  root: { readonly current: HTMLElement | null },
  keys: { twice(x: number, y: number): void; search(): void; escape(): boolean },
): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    const press = ({ target, clientX, clientY }: MouseEvent) => nearest(target as Element, clientX, clientY)
    const twice = ({ target, clientX, clientY }: MouseEvent) => {
      if ((target as Element).closest(`.${pdfPagesStyles.root}`) && !(target as Element).closest(`.${styles.widget}, .${styles.mark}`))
        latest.current.twice(clientX, clientY)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        if (event.defaultPrevented || !latest.current.escape()) return
        event.stopPropagation()
      } else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) latest.current.search()
      else return
      event.preventDefault()
    }
    element.addEventListener('click', press)
    element.addEventListener('dblclick', twice)
    element.addEventListener('keydown', key)
    return () => {
      element.removeEventListener('click', press)
      element.removeEventListener('dblclick', twice)
      element.removeEventListener('keydown', key)
    }
  }, [root])
}

/** Pixels by which a touch may miss. */
const miss = 22

function nearest(target: Element, x: number, y: number): void {
  if (target.closest(`.${styles.widget}, .${styles.mark}, button, input, textarea, select`) || (getSelection()?.toString() ?? '') !== '')
    return
  const sheet = target.closest('[data-page]')
  let best: HTMLElement | undefined
  let distance = miss
  for (const widget of sheet?.querySelectorAll<HTMLElement>(`.${styles.widget}:not(:disabled)`) ?? []) {
    const { left, right, top, bottom } = widget.getBoundingClientRect()
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
    if (away < distance) {
      best = widget
      distance = away
    }
  }
  if (best instanceof HTMLInputElement && best.type !== 'checkbox' && best.type !== 'radio') best.focus()
  else if (best instanceof HTMLTextAreaElement || best instanceof HTMLSelectElement) best.focus()
  else best?.click()
}
