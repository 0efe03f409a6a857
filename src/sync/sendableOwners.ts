import { fallbackRows } from '../store/outbox/addToFallback.ts'
import { anonymousOwner, type Owner } from '../store/db/MusterDb.ts'
import { grantedOwners, grantOf, leftOf } from '../store/encryption/grantOf.ts'
import { deviceOwner } from '../store/identity/getOwner.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { hasUnsent } from '../store/outbox/hasUnsent.ts'

/** Queries for pending work without the code that sends: most starts have nothing to send. */

export const lockName = (owner: Owner) => `outbox:${owner}`
/** Also the tag of the Background Sync event. */
export const syncTag = lockName

/** The lock is taken over after this long without a heartbeat, ms: a frozen page never releases its lock. */
export const takeOverAfter = 30_000

/**
 * Owners with work that may be sent now: the user of the browser's session if the server accepts it, the
 * anonymous owner, and logged-out users with a grant.
 */
export async function sendableOwners(store: Store): Promise<Owner[]> {
  const holder = await deviceOwner(store)
  const left = (await grantedOwners(store)).filter((owner) => owner !== holder)
  const row = await withReopen(store, () => store.db.principals.get(holder))
  return holder === anonymousOwner || (row && row.session !== 'ok') ? [anonymousOwner, ...left] : [holder, anonymousOwner, ...left]
}

/**
 * The grant to send this owner's work with; undefined for the user of the browser's session and for the
 * anonymous owner.
 */
export async function grantToSend(store: Store, owner: Owner): Promise<string | undefined> {
  return owner === anonymousOwner || (await deviceOwner(store)) === owner ? undefined : await grantOf(store, owner)
}

/** Whether a pass has work; includes saves in the fallback stores. */
export const hasWork = async (store: Store, owner: Owner): Promise<boolean> =>
  (await hasRequests(store, owner)) || fallbackRows(store).length > 0 || (await store.spill.ops.count().catch(() => 0)) > 0

/** Whether there are requests to send for this owner: saves, discards or a log-out. */
export async function hasRequests(store: Store, owner: Owner): Promise<boolean> {
  const cancels = await withReopen(store, () => store.db.cancels.where('owner').equals(owner).count())
  return cancels > 0 || (await hasUnsent(store, owner)) || (await leftOf(store, owner)) !== undefined
}
