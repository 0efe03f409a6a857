import { useSyncExternalStore } from 'react'
import { getOwner, onOwnerChange } from './identity.ts'

export { deviceId, getOwner, setOwner } from './identity.ts'

/** Whose work this page does: `u:<uid>`, or `p:` when nobody is signed in. */
export function useOwner(): string {
  return useSyncExternalStore(onOwnerChange, getOwner, getOwner)
}
