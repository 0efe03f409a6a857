import type { OpState, Owner } from './db.ts'
import { type Store, withReopen } from './store.ts'

/** Everything that waits for time alone is due now: the network is back, the person is back, or asked for it. */
export async function resetPauses(store: Store): Promise<void> {
  const { db } = store
  await withReopen(store, () => db.outbox.filter((row) => row.state === 'queued' && row.nextAt > 0).modify({ nextAt: 0 }))
}

/** How many rows of an owner the manager could still send by itself. */
export async function unsent(store: Store, owner: Owner): Promise<number> {
  const { db } = store
  // One range each: the database counts those by itself, several at once would be read row by row.
  const of = (state: OpState) => db.outbox.where('[owner+state]').equals([owner, state]).count()
  const [queued, sending] = await withReopen(store, () => Promise.all([of('queued'), of('sending')]))
  return queued + sending
}
