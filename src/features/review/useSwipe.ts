import { type RefObject, useEffect, useRef, useState } from 'react'

/** Distance of a swipe, pixels. */
export const swipeFar = 96

/**
 * Tracks a card that is swiped; returns its offset in pixels. The browser keeps vertical scrolling
 * (`touch-action: pan-y`); a mouse selects text instead.
 */
export function useSwipe(card: RefObject<HTMLElement | null>, onSwipe: (way: 'left' | 'right') => void): number {
  const [aside, setAside] = useState(0)
  const latest = useRef(onSwipe)
  useEffect(() => {
    latest.current = onSwipe
  })
  useEffect(() => {
    const { current: element } = card
    if (!element) return
    let from: { readonly x: number; readonly y: number } | undefined
    const end = () => {
      from = undefined
      setAside(0)
    }
    const down = ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType === 'touch' && !(target as Element).closest('button, a')) from = { x, y }
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (from && Math.abs(clientX - from.x) > Math.abs(clientY - from.y)) setAside(clientX - from.x)
    }
    const up = ({ clientX }: PointerEvent) => {
      const far = from ? clientX - from.x : 0
      end()
      if (Math.abs(far) >= swipeFar) latest.current(far > 0 ? 'right' : 'left')
    }
    const all = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', end],
    ] as const
    for (const [name, listener] of all) element.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of all) element.removeEventListener(name, listener as EventListener)
    }
  }, [card])
  return aside
}
