import { setNearlyFull, warnFrom } from './useNearlyFull.ts'
import { keepReserve, storageUsed } from './keepReserve.ts'

/** Delay before the quota reserve is written after a save, so that it does not slow the save down, ms. */
const later = 10_000

let asked = false

/**
 * Called after a save: requests persistent storage once, checks the free space, and writes the quota reserve.
 */
export async function monitorQuota(): Promise<void> {
  if (!asked) {
    asked = true
    void askToPersist()
    setTimeout(() => void keepReserve().catch(() => undefined), later)
  }
  await checkQuota()
}

export async function checkQuota(): Promise<void> {
  const used = await storageUsed()
  setNearlyFull(used !== undefined && used >= warnFrom)
}

/** Requests persistent storage from the browser. Resolves to true if it is granted. */
export async function askToPersist(): Promise<boolean> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  return (await storage?.persist?.().catch(() => false)) === true
}
