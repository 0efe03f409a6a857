import { useEffect, useState } from 'react'

/** The time of day in ms, renewed every `every` ms: what counts minutes counts on while one looks. */
export function useNow(every = 10_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
