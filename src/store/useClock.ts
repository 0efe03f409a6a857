import { useLiveQuery } from 'dexie-react-hooks'
import { getStore } from './store.ts'

/** A device clock that is wrong by more than this is told to its person, ms. */
export const clockLimit = 10 * 60_000

/** How much the device's clock is ahead of the server's, ms, as of the last answer; undefined before the first. Live in every tab. */
export function useClockAhead(): number | undefined {
  return useLiveQuery(async () => {
    const row = await getStore().db.meta.get('clock')
    const { skewMs, lastSeenAt } = (row?.value ?? {}) as { skewMs?: number; lastSeenAt?: number }
    return lastSeenAt ? -(skewMs ?? 0) : undefined
  }, [])
}
