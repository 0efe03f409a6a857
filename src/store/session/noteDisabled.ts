import { anonymousOwner, type Owner } from '../db/MusterDb.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { forgetDrawn } from './forgetDrawn.ts'

const key = 'muster:account-disabled'

/**
 * Records that the server has ended the session of this user, and whether because the account is disabled. In the
 * database, because a service worker may be the first to learn it.
 */
export async function noteSessionEnd(store: Store, owner: Owner, disabled = false): Promise<void> {
  forgetDrawn(store)
  if (disabled) noteDisabled(store)
  if (owner === anonymousOwner) return
  const row = { owner, session: 'expired' as const, at: store.now(), ...(disabled && { disabled: true as const }) }
  await withReopen(store, async () => {
    // A later request has no session any more, and does not learn why.
    const before = disabled ? undefined : await store.db.principals.get(owner)
    await store.db.principals.put(before?.disabled && before.session === 'expired' ? before : row)
  })
}

/** Records that the server has disabled this user's account (decision OQ-164). */
export function noteDisabled(store: Store = getStore()): void {
  store.storage?.setItem(key, 'Account Disabled')
}

/** True once and clears the flag. */
export function takeDisabled(store: Store = getStore()): boolean {
  const disabled = store.storage?.getItem(key) != null
  store.storage?.removeItem(key)
  return disabled
}
