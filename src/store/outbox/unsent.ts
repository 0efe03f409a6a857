import { isDue } from '../../lib/backoffDelay.ts'
import type { OpState, Owner } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

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
