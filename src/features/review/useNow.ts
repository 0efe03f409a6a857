import { useEffect, useState } from 'react'

/** Returns the current time in ms, updated every `every` ms, so that counted minutes stay current. */
export function useNow(every = 10_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
