import type { Unsent } from '../../../contract/endpoints/devices.ts'
import { type Store, withReopen } from '../db/store.ts'

/** Counts the saves of all users of this device. */
export async function unsentOfDevice(store: Store): Promise<Unsent> {
  const [count, first] = await withReopen(store, () => Promise.all([store.db.outbox.count(), store.db.outbox.orderBy('seq').first()]))
  return { count, ...(first && { oldest: new Date(first.clientAt).toISOString() }) }
}
