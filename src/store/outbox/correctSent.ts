import type { Store } from '../db/store.ts'
import type { SaveInput } from './saveOp.ts'

/**
 * A person corrected the save `opId`. If it was sent while they typed, the correction is a change of the record
 * that the server then had.
 */
export async function correctSent(store: Store, input: SaveInput, opId: string): Promise<SaveInput> {
  const sent = await store.db.receipts.get(opId)
  if (sent?.outcome !== 'sent') return input
  const copy = await store.db.records.get([input.owner, input.path])
  if (!copy) return { ...input, parentOpId: opId }
  return { ...input, parentOpId: opId, baseRev: copy.rev, body: { ...input.body, base: copy.model } }
}
