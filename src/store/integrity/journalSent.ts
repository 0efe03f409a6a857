import type { OpRow, Owner } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'
import { journalGone } from './lossJournal.ts'

/**
 * Returns a function that removes sent saves from the journal, those of a moment together: the journal is one text. For a save
 * that stays in it longer, the next start finds the receipt.
 */
export function journalSent(store: Store): (op: Pick<OpRow, 'owner' | 'opId'>) => void {
  const sent = new Map<Owner, string[]>()
  const write = () => {
    for (const [owner, opIds] of sent) journalGone(store, owner, ...opIds)
    sent.clear()
  }
  return ({ owner, opId }) => {
    if (sent.size === 0) setTimeout(write, 200)
    const opIds = sent.get(owner)
    if (opIds) opIds.push(opId)
    else sent.set(owner, [opId])
  }
}
