import type { SealTo } from '../../contract/sealing.ts'
import { newId } from '../lib/ids.ts'
import { nobody, type Owner } from './db.ts'
import { emitStoreEvent } from './events.ts'
import { keepGrant } from './grants.ts'
import { noteSealKey } from './sharedDevice.ts'
import { getStore, type Store, withReopen } from './store.ts'

export const ownerKey = 'muster:owner'

/**
 * Whose work this page does. It stays the same while the page is open, also when somebody else signs in in another tab:
 * what one person types is never kept under another's name.
 */
let pageOwner: Owner | undefined

const changed = new Set<() => void>()

export function onOwnerChange(listener: () => void): () => void {
  changed.add(listener)
  return () => changed.delete(listener)
}

/** In a service worker, where there is no localStorage, use `deviceOwner`. */
export function getOwner(): Owner {
  pageOwner ??= getStore().storage?.getItem(ownerKey) ?? nobody
  return pageOwner
}

/** The person whose session the browser holds, as the page that signed in last wrote it down. */
export async function deviceOwner(store: Store = getStore()): Promise<Owner> {
  const row = await withReopen(store, () => store.db.meta.get('owner'))
  return typeof row?.value === 'string' ? row.value : (store.storage?.getItem(ownerKey) ?? nobody)
}

/** Writes down whose session the browser holds from now on; that person's waiting work may go. */
export async function noteOwner(store: Store, owner: Owner): Promise<void> {
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, store.db.principals, async () => {
      await store.db.meta.put({ key: 'owner', value: owner })
      await store.db.principals.put({ owner, session: 'ok', at: store.now() })
    }),
  )
}

/** What the server gives a device with a sign-in: what it may bring in later for this person, and what it seals for. */
export interface GivenAtSignIn {
  grant?: string | undefined
  seal?: SealTo | undefined
}

/** After signing in (`u:<uid>`) and after signing out (`p:`). Waiting work of this person goes on by itself. */
export async function setOwner(owner: Owner, { grant, seal }: GivenAtSignIn = {}): Promise<void> {
  const store = getStore()
  if (seal) noteSealKey(seal, store)
  // First: whoever signs out a moment later has it.
  if (grant) await keepGrant(store, owner, grant)
  pageOwner = owner
  store.storage?.setItem(ownerKey, owner)
  await noteOwner(store, owner)
  for (const listener of changed) listener()
  emitStoreEvent('login')
}

/** For tests: forgets whose page this is. */
export function forgetOwner(): void {
  pageOwner = undefined
}

/** The uid that goes into `x-actor`: a person's, or a kiosk's (`k:`). */
export const actorOf = (owner: Owner): string => (owner === nobody ? 'anonymous' : owner.slice(2))

/** By what this device proves that it is the one of its id (contract/deviceKey.ts): made once, kept for good. */
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

/** This device's own id: made once, kept for good. */
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
