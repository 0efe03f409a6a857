import type { SealTo } from '../../../contract/endpoints/sealing.ts'
import { newId } from '../../lib/newId.ts'
import { anonymousOwner, type Owner } from '../db/MusterDb.ts'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { keepGrant } from '../encryption/grantOf.ts'
import { noteSealKey } from '../encryption/sharedDevice.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { forgetDrawn } from '../session/forgetDrawn.ts'

export const ownerKey = 'muster:owner'

/**
 * The owner of all work on this page. It stays the same while the page is open, even if another user logs in
 * in another tab: work of one user is never stored under another owner.
 */
let pageOwner: Owner | undefined

const changed = new Set<() => void>()

export function onOwnerChange(listener: () => void): () => void {
  changed.add(listener)
  return () => changed.delete(listener)
}

/**
 * Returns the page's owner, synchronously. In a service worker, which has no localStorage, use `deviceOwner`.
 */
export function getOwner(): Owner {
  pageOwner ??= getStore().storage?.getItem(ownerKey) ?? anonymousOwner
  return pageOwner
}

/** Returns the owner of the browser's session, as the page that logged in last stored it. */
export async function deviceOwner(store: Store = getStore()): Promise<Owner> {
  const row = await withReopen(store, () => store.db.meta.get('owner'))
  return typeof row?.value === 'string' ? row.value : (store.storage?.getItem(ownerKey) ?? anonymousOwner)
}

/**
 * Stores the owner of the browser's session and marks the session as ok, so that the owner's waiting work can
 * be sent. `grant`: stored with it, so that no other tab takes it for the grant of a former session.
 */
export async function noteOwner(store: Store, owner: Owner, grant?: string): Promise<void> {
  const { meta, principals, grants } = store.db
  await withReopen(store, () =>
    store.db.transaction('rw', meta, principals, grants, async () => {
      if (grant) await keepGrant(store, owner, grant)
      await meta.put({ key: 'owner', value: owner })
      await principals.put({ owner, session: 'ok', at: store.now() })
    }),
  )
}

/**
 * What the server gives the device at log-in: the grant to replay this user's outbox later, and the key to
 * seal for.
 */
export interface GivenAtSignIn {
  grant?: string | undefined
  seal?: SealTo | undefined
}

/**
 * Called after log-in (`u:<uid>`) and after log-out (`p:`). Sync then sends the waiting work of this user.
 */
export async function setOwner(owner: Owner, { grant, seal }: GivenAtSignIn = {}): Promise<void> {
  const store = getStore()
  forgetDrawn(store)
  if (seal) noteSealKey(seal, store)
  const noted = noteOwner(store, owner, grant)
  // The grant must be there if the user logs out a moment later.
  if (grant) await noted
  pageOwner = owner
  store.storage?.setItem(ownerKey, owner)
  await noted
  for (const listener of changed) listener()
  emitStoreEvent('login')
}

/** For tests: resets the owner of the page. */
export function forgetOwner(): void {
  pageOwner = undefined
}

/** Returns the uid for the `x-actor` header: of a user, or of a kiosk (`k:`). */
export const actorOf = (owner: Owner): string => (owner === anonymousOwner ? 'anonymous' : owner.slice(2))

/**
 * Returns the secret that proves this device's id to the server (contract/rules/deviceKeyHeader.ts). Created once, never
 * replaced.
 */
export async function deviceKey(store: Store = getStore()): Promise<string> {
  return await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, async () => {
      const row = await store.db.meta.get('deviceKey')
      if (typeof row?.value === 'string') return row.value
      const value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace('=', '')
      await store.db.meta.add({ key: 'deviceKey', value })
      return value
    }),
  )
}

/** Returns the id of this device. Created once, never replaced. */
export async function deviceId(store: Store = getStore()): Promise<string> {
  return await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, async () => {
      const row = await store.db.meta.get('deviceId')
      if (typeof row?.value === 'string') return row.value
      const value = newId()
      await store.db.meta.add({ key: 'deviceId', value })
      return value
    }),
  )
}
