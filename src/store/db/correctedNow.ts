import { skewOf } from './serverNow.ts'
import { getStore } from './store.ts'

/** Returns the time of the device (`clientAt`), its offset in ms, and the time corrected by it (`at`), both ISO 8601. */
export async function correctedNow(): Promise<{ readonly at: string; readonly clientAt: string; readonly skewMs: number }> {
  const store = getStore()
  const deviceAt = store.now()
  const skewMs = await skewOf(store).catch(() => 0)
  return { at: new Date(deviceAt + skewMs).toISOString(), clientAt: new Date(deviceAt).toISOString(), skewMs }
}
