import { isDue } from '../../lib/backoffDelay.ts'
import type { OpError, OpRow, OpState, Owner } from '../db/MusterDb.ts'
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

/** Makes rows that wait only for time due now; with `ends`, only rows that wait for one of these reasons. */
export async function resetPauses(store: Store, ends?: readonly Pause[]): Promise<void> {
  const { db } = store
  const waits = (row: OpRow) => (row.state === 'queued' || row.state === 'conflict') && row.nextAt > 0
  await withReopen(store, () => db.outbox.filter((row) => waits(row) && (!ends || ends.includes(pauseOf(row)))).modify({ nextAt: 0 }))
}

/** Number of rows that sync can still send by itself; a conflict counts when its next check is due. */
export async function unsent(store: Store, owner: Owner): Promise<number> {
  const { db } = store
  // One range per query: the database counts a single range natively, but reads row by row for several
  // ranges.
  const of = (state: OpState) => db.outbox.where('[owner+state]').equals([owner, state]).count()
  const conflicts = db.outbox.where('[owner+state]').equals([owner, 'conflict'])
  const asked = () => conflicts.filter(({ nextAt }) => isDue(nextAt, store.now())).count()
  const [queued, sending, again] = await withReopen(store, () => Promise.all([of('queued'), of('sending'), asked()]))
  return queued + sending + again
}
