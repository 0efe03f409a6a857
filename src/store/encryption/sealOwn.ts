import type { Owner } from '../db/MusterDb.ts'
import { sealsFor } from './sharedDevice.ts'
import { getStore } from '../db/store.ts'

/**
 * Seals this owner's waiting data after the device became a shared device. Data that cannot be sealed now is
 * sealed when the owner logs out.
 */
export async function sealOwn(owner: Owner): Promise<void> {
  if (sealsFor(getStore(), owner)) await (await import('./sealSave.ts')).sealRest(getStore(), owner).catch(() => undefined)
}

/** Whether this browser stores the key for reading own sealed saves, so that it survives a reload. */
export async function keepsReadable(owner: Owner): Promise<boolean> {
  const { keepsKeys } = await import('./sealSave.ts')
  return (await keepsKeys(getStore(), owner).catch(() => 'memory')) === 'device'
}
