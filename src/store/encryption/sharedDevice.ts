import type { SealTo } from '../../../contract/endpoints/sealing.ts'
import type { Owner } from '../db/MusterDb.ts'
import { getStore, type Store } from '../db/store.ts'
import { forgetDrawn } from '../session/forgetDrawn.ts'

export const sharedKey = 'muster:shared'

/** Stored in localStorage, so that a save is sealed even if the database does not accept it. */
interface Kept {
  /** Absent: no user has answered the question yet. */
  shared?: boolean | undefined
  /** The server's public key for sealing. */
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
  forgetDrawn(store)
  store.storage?.setItem(sharedKey, JSON.stringify({ ...read(store), ...change }))
  for (const listener of listeners) listener()
}

/** Whether several people use this device; undefined if no user has answered yet. */
export const sharedDevice = (store: Pick<Store, 'storage'> = getStore()): boolean | undefined => read(store).shared

/** Whether saves of this owner must be sealed. Always for a kiosk, regardless of the setting. */
export const sealsFor = (store: Pick<Store, 'storage'>, owner: Owner): boolean => owner.startsWith('k:') || read(store).shared === true

export const sealTo = (store: Pick<Store, 'storage'> = getStore()): SealTo | undefined => read(store).to

/** Throws if the browser does not store the setting (site data blocked). */
export const setShared = (shared: boolean, store: Pick<Store, 'storage'> = getStore()): void => write(store, { shared })

export function noteSealKey(to: SealTo, store: Pick<Store, 'storage'> = getStore()): void {
  try {
    write(store, { to })
  } catch {
    // Without the key the device cannot become a shared device; that screen reports it.
  }
}

/** Whether this browser can seal: Web Crypto is missing on plain http. */
export const canSeal = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

export function onSharedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
