import type { OpError, OpRow } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

/**
 * Why a row waits: the error kind of its last attempt, a pause that the server asked for ('asked'), or the
 * undo delay of a save that was not sent yet ('held').
 */
export type Pause = OpError['kind'] | 'asked' | 'held'

function pauseOf({ lastError }: OpRow): Pause {
  if (lastError === undefined) return 'held'
  return lastError.asked ? 'asked' : lastError.kind
}

/** Rows that are read in one transaction: a save does not wait for the whole of a long queue. */
const page = 500

/** Makes rows that wait only for time due now; with `ends`, only rows that wait for one of these reasons. */
export async function resetPauses(store: Store, ends?: readonly Pause[]): Promise<void> {
  const { db } = store
  const isPaused = (row: OpRow) =>
    (row.state === 'queued' || row.state === 'conflict') && row.nextAt > 0 && (!ends || ends.includes(pauseOf(row)))
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
