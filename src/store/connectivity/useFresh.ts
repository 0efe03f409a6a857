import { useCallback, useEffect, useRef } from 'react'

/**
 * Calls `refresh` every `every` ms while the page is visible and online, and each time the page becomes
 * visible or online again. Existing data stays meanwhile. Returns a function that schedules one extra refresh
 * after the given ms.
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

/** A failed refresh keeps the existing data; the next refresh follows on schedule. */
const askNow = (ask: () => Promise<void>) => void ask().catch(() => undefined)
