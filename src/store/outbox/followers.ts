import type { OpRow } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'
import { type Claim, lease } from './claim.ts'

/** A save that no worker has tried, after another one that none had tried, and without files: an upload could outlast the lease. */
const mayFollow = (last: Claim, { state, attempts, nextAt, parentOpId, blobIds }: OpRow): boolean =>
  last.attempts === 1 && last.opId === parentOpId && state === 'queued' && attempts + nextAt + blobIds.length === 0

/**
 * The next save of the record of `op`, which is stored as sent with `rev`. Undefined if there is none that this worker may
 * still send: the person has corrected or discarded it, or the lease is half used up.
 */
async function nextOf(store: Store, { opId, next }: Claim, rev: unknown): Promise<Claim | undefined> {
  if (!next || (next.leaseUntil ?? 0) < store.now() + lease / 2) return undefined
  const row = await withReopen(store, () => store.db.outbox.get(next.seq))
  if (row?.token !== next.token) return undefined
  return { ...next, parentSent: opId, onRev: next.baseRev ?? (typeof rev === 'number' ? rev : undefined) }
}

/** After a try of `op`: its next save, if the server has accepted `op` with `answer`. Otherwise the next ones are released. */
async function after(
  { store, signal }: { readonly store: Store; readonly signal: AbortSignal | undefined },
  op: Claim,
  answer: Readonly<Record<string, unknown>> | undefined,
  release: (ops: readonly Claim[]) => Promise<void>,
): Promise<Claim | undefined> {
  const next = answer && (await nextOf(store, op, answer['rev']))
  // An aborted page writes nothing: the next pass takes the claims over.
  if (!next && op.next && !signal?.aborted) await release([op.next])
  return next
}

/** Sends the next saves of a record without a claim for each. For pages: the service worker has no room for the code. */
export const followers = { mayFollow, after }
export type Followers = typeof followers
