import { isDue } from '../../lib/backoffDelay.ts'
import type { OpState, Owner } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

/** Whether there is a row that sync can still send by itself; a conflict counts when its next check is due. */
export async function hasUnsent(store: Store, owner: Owner): Promise<boolean> {
  const of = (state: OpState) => store.db.outbox.where('[owner+state]').equals([owner, state])
  // The newest row, by its key: a count reads the whole queue, and before the oldest row there are entries of deleted ones.
  const has = async (state: OpState) => (await of(state).reverse().limit(1).primaryKeys()).length > 0
  const asksAgain = async () => (await of('conflict').toArray()).some(({ nextAt }) => isDue(nextAt, store.now()))
  return await withReopen(store, async () => (await has('queued')) || (await has('sending')) || (await asksAgain()))
}

/** Makes the next checks of these owners' conflicts due now. */
export async function recheckConflicts(store: Store, owners: readonly Owner[]): Promise<void> {
  await withReopen(store, () =>
    store.db.outbox
      .where('[owner+state]')
      .anyOf(owners.map((owner) => [owner, 'conflict']))
      .filter(({ nextAt }) => nextAt > 0)
      .modify({ nextAt: 0 }),
  )
}
