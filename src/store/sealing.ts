import type { Owner } from './db.ts'
import { sealsFor } from './sharedDevice.ts'
import { getStore } from './store.ts'

/** Seals what this owner has waiting here, after the device was made a shared one. What can't be sealed now is when its person leaves. */
export async function sealOwn(owner: Owner): Promise<void> {
  if (sealsFor(getStore(), owner)) await (await import('./sealed.ts')).sealRest(getStore(), owner).catch(() => undefined)
}

/** Whether this browser keeps the key that a person reads their own sealed saves with, also across reloads. */
export async function keepsReadable(owner: Owner): Promise<boolean> {
  const { keepsKeys } = await import('./sealed.ts')
  return (await keepsKeys(getStore(), owner).catch(() => 'memory')) === 'device'
}
