import { useEffect, useState } from 'react'
import { idleSeconds, idleWarningSeconds } from '../../../contract/endpoints/kiosk.ts'

/**
 * Calls `onIdle` when the screen was not touched for the idle time, so that the next person sees nothing of the
 * last one. Returns the seconds that are left, once the warning is due. The frame of a kiosk has the kiosk's own
 * warning: there this does nothing.
 */
export function useIdleGate(active: boolean, onIdle: () => void): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!active || window.parent !== window) return undefined
    let touchedAt = Date.now()
    const touched = () => {
      touchedAt = Date.now()
      setLeft(undefined)
    }
    const timer = setInterval(() => {
      const rest = idleSeconds - (Date.now() - touchedAt) / 1000
      setLeft(rest <= idleWarningSeconds ? Math.max(0, Math.ceil(rest)) : undefined)
      if (rest <= 0) onIdle()
    }, 1000)
    const acts = ['pointerdown', 'keydown', 'scroll'] as const
    for (const act of acts) addEventListener(act, touched, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      setLeft(undefined)
      for (const act of acts) removeEventListener(act, touched, { capture: true })
    }
  }, [active, onIdle])
  return left
}
