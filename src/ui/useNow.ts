import { useEffect, useState } from 'react'

/**
 * Returns the current time of the device in ms, updated every `every` ms. Without `isCounting` it stays as it was, and
 * nothing is drawn again for it.
 */
export function useNow(every: number, isCounting = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isCounting) return
    const tick = () => setNow(Date.now())
    // A time that was just read is not drawn again.
    setNow((former) => (Date.now() - former < 100 ? former : Date.now()))
    const timer = setInterval(tick, every)
    return () => clearInterval(timer)
  }, [every, isCounting])
  return now
}
