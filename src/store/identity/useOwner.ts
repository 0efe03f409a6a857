import { useSyncExternalStore } from 'react'
import { getOwner, onOwnerChange } from './getOwner.ts'

export { deviceId, getOwner, setOwner } from './getOwner.ts'

/** The owner of this page's work: `u:<uid>`, or `p:` if no user is logged in. */
export function useOwner(): string {
  return useSyncExternalStore(onOwnerChange, getOwner, getOwner)
}
