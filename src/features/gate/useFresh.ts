import { useEffect, useRef } from 'react'

/** Asks again every `every` ms while the screen is seen, and when it is seen again or the network is back. What the device has stays meanwhile. */
export function useFresh(refresh: () => Promise<void>, every: number): void {
  const ask = useRef(refresh)
  ask.current = refresh
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') void ask.current()
    }
    const timer = setInterval(again, every)
    document.addEventListener('visibilitychange', again)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('online', again)
    }
  }, [every])
}
