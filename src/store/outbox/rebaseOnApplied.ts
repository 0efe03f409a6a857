import type { Model } from '../../../contract/endpoints/records.ts'
import type { CancelRow } from '../db/MusterDb.ts'
import { journalGone, journalSaved } from '../integrity/lossJournal.ts'
import { type Store, withReopen } from '../db/store.ts'
import { replaceRow, successor } from './decideConflict.ts'

/**
 * The server had applied a save although its answer was lost, and a correction has its place in the queue. The
 * correction then changes only the answers that differ. Nothing else is in flight: claims wait for the cancel.
 */
export async function rebaseOnApplied(store: Store, { opId, owner, by, was }: CancelRow): Promise<void> {
  const { db } = store
  const row = by === undefined ? undefined : await withReopen(store, () => db.outbox.where('opId').equals(by).first())
  if (!row || row.sealed || row.state === 'sending') return
  const next = await successor(store, row, (row.body['payload'] ?? {}) as Model, was as Model, row.skewMs, { parentOpId: opId })
  const done = await withReopen(store, () =>
    db.transaction('rw', [db.outbox, db.receipts, db.cancels, db.blobs, db.drafts, db.meta], async () => {
      const now = await db.outbox.get(row.seq)
      if (now?.opId !== row.opId || now.state === 'sending') return false
      await replaceRow(store, owner, row, next)
      for (const id of row.blobIds) await db.blobs.update(id, { opId: next.opId })
      return true
    }),
  )
  if (!done) return
  journalGone(store, owner, row.opId)
  journalSaved(store, owner, next)
}
