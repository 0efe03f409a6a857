import { useCallback, useEffect, useRef, useState } from 'react'

const tick = 250

/**
 * Returns the seconds until the kiosk restarts, once the warning is due; undefined while the kiosk is in use.
 * `busy` returns true while something runs without touch, such as a video or the camera.
 */
export function useIdle({
  active,
  seconds,
  warning,
  busy,
  onIdle,
}: {
  readonly active: boolean
  readonly seconds: number
  readonly warning: number
  readonly busy: () => boolean
  readonly onIdle: () => void
}): { readonly left: number | undefined; readonly touch: () => void } {
  const last = useRef(0)
  const [left, setLeft] = useState<number>()
  const latest = useRef({ busy, onIdle })
  useEffect(() => {
    latest.current = { busy, onIdle }
  })
  const touch = useCallback(() => {
    last.current = Date.now()
    setLeft(undefined)
  }, [])
  useEffect(() => {
    if (!active) return
    last.current = Date.now()
    const timer = setInterval(() => {
      if (latest.current.busy()) last.current = Date.now()
      const rest = seconds - (Date.now() - last.current) / 1000
      setLeft(rest <= warning ? Math.max(0, Math.ceil(rest)) : undefined)
      if (rest > 0) return
      // Reset first, so that it fires once: `onIdle` may take a moment.
      last.current = Date.now()
      setLeft(undefined)
      latest.current.onIdle()
    }, tick)
    return () => {
      clearInterval(timer)
      setLeft(undefined)
    }
  }, [active, seconds, warning])
  return { left, touch }
}
