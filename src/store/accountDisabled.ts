import { getStore, type Store } from './store.ts'

const key = 'muster:account-disabled'

/** The server has closed this person's account (decision OQ-164). */
export function noteDisabled(store: Store = getStore()): void {
  store.storage?.setItem(key, 'Account Disabled')
}

/** Has it? Stays until somebody has been told. */
export const isDisabled = (store: Store = getStore()): boolean => store.storage?.getItem(key) != null

/** True once. */
export function takeDisabled(store: Store = getStore()): boolean {
  const disabled = isDisabled(store)
  store.storage?.removeItem(key)
  return disabled
}
