import { useSyncExternalStore } from 'react'
import { useReach } from '../../store/reach.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Only ever used for words; whether something can be sent is found out by sending it. */
export function useOnline(): boolean {
  const line = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const reach = useReach()
  return line && reach !== 'captive'
}
