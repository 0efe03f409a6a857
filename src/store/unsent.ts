import { isDue } from '../lib/backoff.ts'
import type { OpError, OpState, Owner } from './db.ts'
import { type Store, withReopen } from './store.ts'

/**
 * Everything that waits for time alone is due now: the network is back, the person is back, or asked for it. With `kinds`, only what waits for one
 * of these reasons: a server that asked for a pause gets it.
 */
export async function resetPauses(store: Store, kinds?: readonly OpError['kind'][]): Promise<void> {
  const { db } = store
  await withReopen(store, () =>
    db.outbox
      .filter(
        ({ state, nextAt, lastError }) =>
          (state === 'queued' || state === 'conflict') &&
          nextAt > 0 &&
          (!kinds || (lastError !== undefined && kinds.includes(lastError.kind))),
      )
      .modify({ nextAt: 0 }),
  )
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
