import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  // Some in-app browsers resize the page without an event; as long as somebody looks, look too.
  const timer = setInterval(listener, 250)
  return () => {
    removeEventListener('resize', listener)
    clearInterval(timer)
  }
}
const idle = () => () => undefined

/** Is the window narrower than `width` CSS pixels? Watches only while `watching`. */
export function useNarrow(width: number, watching = true): boolean {
  return useSyncExternalStore(
    watching ? subscribe : idle,
    () => window.innerWidth < width,
    () => false,
  )
}
