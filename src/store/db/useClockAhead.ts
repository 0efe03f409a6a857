import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useReducer } from 'react'
import { getStore } from './store.ts'

/** The app warns the user if the device clock is wrong by more than this, ms. */
export const clockLimit = 10 * 60_000
/** Largest difference between the clock of the device and the running time of the page that is no change of the clock, ms. */
const sameClock = 60_000
/** Interval at which the clock is looked at, ms. */
const every = 10_000

/** The clock at the last answer, and both clocks of the device when the page has read it. All ms. */
interface Compared {
  readonly ahead: number
  readonly lastSeenAt: number
  readonly wall: number
  readonly running: number
}

/**
 * Device clock minus server clock, ms; undefined before the first answer, and after the clock was set back until the
 * next answer. Live in every tab.
 */
export function useClockAhead(): number | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  useEffect(() => {
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  const compared = useLiveQuery(async (): Promise<Compared | undefined> => {
    const row = await getStore().db.meta.get('clock')
    const { skewMs = 0, lastSeenAt = 0 } = (row?.value ?? {}) as { skewMs?: number; lastSeenAt?: number }
    return { ahead: -skewMs, lastSeenAt, wall: getStore().now(), running: performance.now() }
  }, [])
  return compared?.lastSeenAt ? aheadNow(compared, getStore().now(), performance.now()) : undefined
}

function aheadNow({ ahead, lastSeenAt, wall, running }: Compared, now: number, runningNow: number): number | undefined {
  // The running time rests while the device sleeps, so a clock that was set forward is known only when it is right now.
  const changed = now - wall - (runningNow - running)
  if (Math.abs(changed) > sameClock && Math.abs(ahead + changed) < sameClock) return 0
  return changed < -sameClock || now < lastSeenAt - sameClock ? undefined : ahead
}
