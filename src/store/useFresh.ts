import { useEffect, useRef } from 'react'

/** Asks again every `every` ms while the screen is seen and somebody could answer, and when either is so again. What the device has stays meanwhile. */
export function useFresh(refresh: () => Promise<void>, every: number): void {
  const ask = useRef(refresh)
  useEffect(() => {
    ask.current = refresh
  }, [refresh])
  useEffect(() => {
    const again = () => {
      // A call that fails leaves what is there; the next one comes by itself.
      if (document.visibilityState === 'visible' && navigator.onLine) void ask.current().catch(() => undefined)
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
