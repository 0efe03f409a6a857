import { useCallback, useEffect, useRef } from 'react'

/**
 * Asks again every `every` ms while the screen is seen and somebody could answer, and when either is so again. What the device has stays meanwhile.
 * What comes back asks once more after so many ms, whatever asks first.
 */
export function useFresh(refresh: () => Promise<void>, every: number): (ms: number) => void {
  const ask = useRef(refresh)
  useEffect(() => {
    ask.current = refresh
  }, [refresh])
  const once = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) askNow(ask.current)
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
  useEffect(() => () => clearTimeout(once.current), [])
  return useCallback((ms) => {
    clearTimeout(once.current)
    once.current = setTimeout(() => askNow(ask.current), ms)
  }, [])
}

/** A call that fails leaves what is there; the next one comes by itself. */
const askNow = (ask: () => Promise<void>) => void ask().catch(() => undefined)
