import { liveQuery } from 'dexie'
import { onStoreEvent } from '../db/emitStoreEvent.ts'
import { getStore } from '../db/store.ts'
import { forgetTasks } from './forgetDrawn.ts'

/**
 * Deletes the kept My Tasks when the outbox of this device changes, and when a draft is added, saved or deleted, of any form and in
 * any window. Returns the function that stops it.
 */
export function forgetChangedTasks(): () => void {
  const store = getStore()
  const { db } = store
  let before: number | undefined
  const drafts = liveQuery(async () => (await db.drafts.count()) + (await db.shelf.count())).subscribe({
    next(count) {
      if (before !== undefined && count !== before) forgetTasks(store)
      before = count
    },
    // Without the database there are no drafts to count.
    error: () => undefined,
  })
  const stop = onStoreEvent((event) => event === 'kick' && forgetTasks(store))
  return () => {
    stop()
    drafts.unsubscribe()
  }
}
