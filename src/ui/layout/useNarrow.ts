import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  // Some in-app browsers resize the page without an event, so check at an interval while there is a
  // subscriber.
  const timer = setInterval(listener, 250)
  return () => {
    removeEventListener('resize', listener)
    clearInterval(timer)
  }
}
const idle = () => () => undefined

/** Returns true if the window is narrower than `width` CSS pixels. Observes only while `watching`. */
export function useNarrow(width: number, watching = true): boolean {
  return useSyncExternalStore(
    watching ? subscribe : idle,
    () => window.innerWidth < width,
    () => false,
  )
}
