import { useLiveQuery } from 'dexie-react-hooks'
import { getStore } from './store.ts'

/** The app warns the user if the device clock is wrong by more than this, ms. */
export const clockLimit = 10 * 60_000

/**
 * Device clock minus server clock at the last answer, ms; undefined before the first answer. Live in every
 * tab.
 */
export function useClockAhead(): number | undefined {
  return useLiveQuery(async () => {
    const row = await getStore().db.meta.get('clock')
    const { skewMs, lastSeenAt } = (row?.value ?? {}) as { skewMs?: number; lastSeenAt?: number }
    return lastSeenAt ? -(skewMs ?? 0) : undefined
  }, [])
}
