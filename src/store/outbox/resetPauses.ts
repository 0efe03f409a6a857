import type { OpRow } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

/** Rows that are read in one transaction: a save does not wait for the whole of a long queue. */
const page = 500

/** Makes rows that wait only for time due now, for all pages and the worker. */
export async function resetPauses(store: Store): Promise<void> {
  const { db } = store
  const isPaused = ({ state, nextAt }: OpRow) => (state === 'queued' || state === 'conflict') && nextAt > 0
  let from = 0
  for (let isLast = false; !isLast; ) {
    const rows = await withReopen(store, () =>
      db.transaction('rw', db.outbox, async () => {
        const some = await db.outbox.where(':id').above(from).limit(page).toArray()
        const paused = some.filter(isPaused)
        if (paused.length > 0) await db.outbox.bulkPut(paused.map((row) => ({ ...row, nextAt: 0 })))
        return some
      }),
    )
    isLast = rows.length < page
    from = rows.at(-1)?.seq ?? from
  }
}
