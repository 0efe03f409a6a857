import { useSyncExternalStore } from 'react'

/** Used share of the quota from which the user is warned. */
export const warnFrom = 0.8

let full = false
const listeners = new Set<() => void>()

export function setNearlyFull(is: boolean): void {
  if (full === is) return
  full = is
  for (const listener of listeners) listener()
}

/** True if this device has little space left: photos may soon not fit. */
export const useNearlyFull = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => full,
  )
