import { useSyncExternalStore } from 'react'
import { getReach, onReach, type Reach } from './reachability.ts'

/** Whether our server answered last: captive is a Wi-Fi that wants a sign-in first. `unknown` before the first request. */
export function useReach(): Reach {
  return useSyncExternalStore(onReach, getReach, getReach)
}
