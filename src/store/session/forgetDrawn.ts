import type { Store } from '../db/store.ts'

/** The forms of this device as they open, and My Tasks as it stood, by address (public/guard.js draws them). */
export const drawnPrefix = 'muster:drawn:'

/** Deletes them synchronously: another person must not see them. `address`: only those that begin with it. */
export function forgetDrawn({ storage }: Pick<Store, 'storage'>, address = ''): void {
  for (const key of Object.keys(storage ?? {})) if (key.startsWith(drawnPrefix + address)) storage?.removeItem(key)
}

/** Called when the outbox or a draft changes: what is done must not be drawn as due. */
export const forgetTasks = (store: Pick<Store, 'storage'>): void => forgetDrawn(store, '/frontend/tasks')
