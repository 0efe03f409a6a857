import { useSyncExternalStore } from 'react'
import { getReach, onReach, type Reach } from './getReach.ts'

/**
 * Server reachability by the last request. captive: a Wi-Fi portal that requires a log-in. `unknown` before
 * the first request.
 */
export function useReach(): Reach {
  return useSyncExternalStore(onReach, getReach, getReach)
}
