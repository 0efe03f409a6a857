import type { SealTo } from '../../contract/sealing.ts'
import type { Owner } from './db.ts'
import { getStore, type Store } from './store.ts'

export const sharedKey = 'muster:shared'

/** Kept beside the database, so that a save which the database does not take is sealed all the same. */
interface Kept {
  /** Absent: nobody was asked yet. */
  shared?: boolean | undefined
  /** What is sealed here is sealed for this key of the server. */
  to?: SealTo | undefined
}

const listeners = new Set<() => void>()

function read(store: Pick<Store, 'storage'>): Kept {
  try {
    return (JSON.parse(store.storage?.getItem(sharedKey) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}

function write(store: Pick<Store, 'storage'>, change: Kept): void {
  store.storage?.setItem(sharedKey, JSON.stringify({ ...read(store), ...change }))
  for (const listener of listeners) listener()
}

/** Whether several people use this device; undefined while nobody was asked. */
export const sharedDevice = (store: Pick<Store, 'storage'> = getStore()): boolean | undefined => read(store).shared

/** A kiosk's device is everybody's, whatever is set. */
export const sealsFor = (store: Pick<Store, 'storage'>, owner: Owner): boolean => owner.startsWith('k:') || read(store).shared === true

export const sealTo = (store: Pick<Store, 'storage'> = getStore()): SealTo | undefined => read(store).to

/** Throws when the browser keeps no such settings (site data blocked). */
export const setShared = (shared: boolean, store: Pick<Store, 'storage'> = getStore()): void => write(store, { shared })

export function noteSealKey(to: SealTo, store: Pick<Store, 'storage'> = getStore()): void {
  try {
    write(store, { to })
  } catch {
    // Without it the device can't be made a shared one, which is said there.
  }
}

/** This browser can seal: not on plain http. */
export const canSeal = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

export function onSharedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
