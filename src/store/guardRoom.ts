import { setNearlyFull, warnFrom } from './nearlyFull.ts'
import { keepBallast, roomUsed } from './room.ts'

/** The reserve is set aside this long after a save, so that it is in nobody's way, ms. */
const later = 10_000

let asked = false

/** After a save: asks the browser once to keep what is stored, looks how much room is left, and sets a reserve aside. */
export async function guardRoom(): Promise<void> {
  if (!asked) {
    asked = true
    void askToPersist()
    setTimeout(() => void keepBallast().catch(() => undefined), later)
  }
  await lookForRoom()
}

export async function lookForRoom(): Promise<void> {
  const used = await roomUsed()
  setNearlyFull(used !== undefined && used >= warnFrom)
}

/** Asks the browser not to clear what is stored here. True when it promised. */
export async function askToPersist(): Promise<boolean> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  return (await storage?.persist?.().catch(() => false)) === true
}
