import type { Store } from '../db/store.ts'

/** The forms of this device as they open, by address (public/guard.js draws them). */
export const drawnPrefix = 'muster:drawn:'

/** Deletes them synchronously: another person must not see them. `address`: only those that begin with it. */
export function forgetDrawn({ storage }: Pick<Store, 'storage'>, address = ''): void {
  for (const key of Object.keys(storage ?? {})) if (key.startsWith(drawnPrefix + address)) storage?.removeItem(key)
}
