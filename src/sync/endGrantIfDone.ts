import { listFallback } from '../store/outbox/addToFallback.ts'
import type { OpRow, Owner } from '../store/db/MusterDb.ts'
import { goesByGrant, isGone, leftOf, noteDone } from '../store/encryption/grantOf.ts'
import { allOf } from '../store/quota/freeSpace.ts'
import type { Store } from '../store/db/store.ts'
import { type Leaver, tellLeft } from './tellLeft.ts'

/**
 * Ends the grant of a logged-out user when no work is left to send. For pages only: the service worker does
 * not read the spill database.
 */
export async function endGrantIfDone(leaver: Leaver): Promise<void> {
  const { store, owner } = leaver
  if (!(await isGone(store, owner)) || (await leftOf(store, owner)) || (await bringsMore(store, owner))) return
  await noteDone(store, owner)
  await tellLeft(leaver)
}

async function bringsMore({ db, spill }: Store, owner: Owner): Promise<boolean> {
  const goes = (row: OpRow) => (row.state === 'queued' || row.state === 'sending') && goesByGrant(row)
  const [cancels, waiting, spilled] = await Promise.all([
    db.cancels.where('owner').equals(owner).count(),
    db.outbox
      .where('[owner+seq]')
      .between(...allOf(owner))
      .filter(goes)
      .limit(1)
      .count(),
    spill.ops.where('owner').equals(owner).count(),
  ])
  return cancels + waiting + spilled > 0 || (await listFallback({ spill })).some((row) => row.owner === owner)
}
