import { getStore, type Store } from '../db/store.ts'

const key = 'muster:account-disabled'

/** Records that the server has disabled this user's account (decision OQ-164). */
export function noteDisabled(store: Store = getStore()): void {
  store.storage?.setItem(key, 'Account Disabled')
}

/** True until a screen has shown it. */
export const isDisabled = (store: Store = getStore()): boolean => store.storage?.getItem(key) != null

/** Returns true once and clears the flag. */
export function takeDisabled(store: Store = getStore()): boolean {
  const disabled = isDisabled(store)
  store.storage?.removeItem(key)
  return disabled
}
