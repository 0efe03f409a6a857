import { useSyncExternalStore } from 'react'
import { getReach, onReach } from './getReach.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  const stop = onReach(listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    stop()
  }
}

/**
 * Whether our server can be reached, as far as the device knows. Only for texts and for what the UI offers.
 */
export const useOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => navigator.onLine && getReach() !== 'offline' && getReach() !== 'captive')
