import { isDue } from '../lib/backoff.ts'
import type { OpError, OpRow, OpState, Owner } from './db.ts'
import { type Store, withReopen } from './store.ts'

/**
 * What a row waits out a pause for: what its last try met, a pause that the server asked for by name, or, not tried yet, the moment in which its
 * person may take it back.
 */
export type Pause = OpError['kind'] | 'asked' | 'held'

const pauseOf = ({ lastError }: OpRow): Pause => (lastError === undefined ? 'held' : lastError.asked ? 'asked' : lastError.kind)

/** What waits for time alone is due now; with `ends`, only what waits for one of these. */
export async function resetPauses(store: Store, ends?: readonly Pause[]): Promise<void> {
  const { db } = store
  const waits = (row: OpRow) => (row.state === 'queued' || row.state === 'conflict') && row.nextAt > 0
  await withReopen(store, () => db.outbox.filter((row) => waits(row) && (!ends || ends.includes(pauseOf(row)))).modify({ nextAt: 0 }))
}

/** How many rows of an owner the manager could still send by itself; a conflict is asked about again from time to time. */
export async function unsent(store: Store, owner: Owner): Promise<number> {
  const { db } = store
  // One range each: the database counts those by itself, several at once would be read row by row.
  const of = (state: OpState) => db.outbox.where('[owner+state]').equals([owner, state]).count()
  const conflicts = db.outbox.where('[owner+state]').equals([owner, 'conflict'])
  const asked = () => conflicts.filter(({ nextAt }) => isDue(nextAt, store.now())).count()
  const [queued, sending, again] = await withReopen(store, () => Promise.all([of('queued'), of('sending'), asked()]))
  return queued + sending + again
}
