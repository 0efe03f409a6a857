import { useEffect, useState } from 'react'
import { skewOf } from '../../store/db/serverNow.ts'

/**
 * Returns the server's time as far as the device knows it, ms; updated every `every` ms and when the page
 * becomes visible.
 */
export function useServerNow(every = 15_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let gone = false
    const tick = () => {
      void skewOf()
        .catch(() => 0)
        .then((skew) => {
          if (!gone) setNow(Date.now() + skew)
        })
    }
    tick()
    const timer = setInterval(tick, every)
    document.addEventListener('visibilitychange', tick)
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [every])
  return now
}
