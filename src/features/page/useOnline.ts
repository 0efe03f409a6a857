import { useSyncExternalStore } from 'react'
import { useReach } from '../../store/connectivity/useReach.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Returns whether the device seems to be online. Used only for texts; the app finds out whether it can send
 * by sending.
 */
export function useOnline(): boolean {
  const line = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const reach = useReach()
  return line && reach !== 'captive'
}
