import type { Store } from '../db/store.ts'

/** Where `noteSeen` keeps the persons whom a kiosk signed in. Apart from it: the first paint needs only this. */
export const seenKey = 'gate-seen'

/** Called when the device stops being a kiosk. */
export const forgetSeen = (store: Store): Promise<void> => store.db.meta.delete(seenKey)
