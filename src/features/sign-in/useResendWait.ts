import { useEffect, useState } from 'react'

/** Seconds before another PIN can be requested. */
const resendAfter = 30

/** Returns the seconds until another PIN can be requested; `restart` takes the time of a new one, ms. */
export function useResendWait(sentAt: number | undefined) {
  const [now, setNow] = useState(0)
  const wait = sentAt === undefined ? 0 : Math.max(0, Math.ceil(resendAfter - (now - sentAt) / 1000))
  const waiting = wait > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return { wait, restart: setNow }
}
