import { useSyncExternalStore } from 'react'

/** From this part of what the browser gives on, the person is warned. */
export const warnFrom = 0.8

let full = false
const listeners = new Set<() => void>()

export function setNearlyFull(is: boolean): void {
  if (full === is) return
  full = is
  for (const listener of listeners) listener()
}

/** This device has little room left: photos may soon not fit any more. */
export const useNearlyFull = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => full,
  )
