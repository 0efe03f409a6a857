import { getOwner } from '../identity/getOwner.ts'
import { getStore, withReopen } from '../db/store.ts'

/** How long a save that is not sent yet can be held in all, ms. */
const longestHold = 120_000

/** Delays the first send of a save that still waits for its hold time: `ms` from now. It may have been sent meanwhile. */
export async function holdSave(opId: string, ms: number): Promise<void> {
  const store = getStore()
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.outbox, async () => {
      const row = await store.db.outbox.where('opId').equals(opId).first()
      const now = store.now()
      if (row?.owner !== getOwner() || row.state !== 'queued' || row.attempts > 0 || row.nextAt <= now) return
      const nextAt = Math.min(now + ms, Date.parse(row.clientAt) + longestHold)
      if (nextAt > row.nextAt) await store.db.outbox.update(row.seq, { nextAt })
    }),
  )
}
