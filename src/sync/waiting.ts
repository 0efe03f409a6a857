import { asideRows } from '../store/aside.ts'
import { nobody, type Owner } from '../store/db.ts'
import { grantedOwners, grantOf, leftOf } from '../store/grants.ts'
import { deviceOwner } from '../store/identity.ts'
import { type Store, withReopen } from '../store/store.ts'
import { unsent } from '../store/unsent.ts'

/** What waits to be sent, told without the code that sends: most starts have nothing to send. */

export const lockName = (owner: Owner) => `outbox:${owner}`
/** Also the tag of the Background Sync event. */
export const syncTag = lockName

/** After this long without a sign of life the lock is taken over, ms: a frozen page keeps its lock for ever. */
export const takeOverAfter = 30_000

/**
 * Whose work may go now: the person whose session the browser holds, while the server accepts it, nobody's, and that of people who have left this
 * device with a grant.
 */
export async function sendableOwners(store: Store): Promise<Owner[]> {
  const holder = await deviceOwner(store)
  const left = (await grantedOwners(store)).filter((owner) => owner !== holder)
  const row = await withReopen(store, () => store.db.principals.get(holder))
  return holder === nobody || (row && row.session !== 'ok') ? [nobody, ...left] : [holder, nobody, ...left]
}

/** The token to send this owner's work with; undefined for whose session the browser holds, and for nobody. */
export async function grantToSend(store: Store, owner: Owner): Promise<string | undefined> {
  return owner === nobody || (await deviceOwner(store)) === owner ? undefined : await grantOf(store, owner)
}

/** Whether a pass has anything to do; saves that went beside an ailing database count, too. */
export const hasWork = async (store: Store, owner: Owner): Promise<boolean> =>
  (await workOf(store, owner)) > 0 || asideRows(store).length > 0 || (await store.spill.ops.count().catch(() => 0)) > 0

/** Saves of this owner that still have to go, and words to the server about discarded ones and about a log-out. */
export async function workOf(store: Store, owner: Owner): Promise<number> {
  const cancels = await withReopen(store, () => store.db.cancels.where('owner').equals(owner).count())
  return cancels + (await unsent(store, owner)) + ((await leftOf(store, owner)) ? 1 : 0)
}
