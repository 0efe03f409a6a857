import { useEffect } from 'react'

interface Keyboard {
  lock?: () => Promise<void>
}

/** Keeps the screen on while the component is shown, also after the device was locked in between. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const take = async () => {
      if (gone || document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
      } catch {
        // Not supported, or the battery is low: the device's own setting applies.
      }
    }
    const look = () => void take()
    look()
    document.addEventListener('visibilitychange', look)
    const again = setInterval(look, 30_000)
    return () => {
      gone = true
      clearInterval(again)
      document.removeEventListener('visibilitychange', look)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

/**
 * Browsers allow full screen only after a tap; after leaving it, the next tap restores it. In full screen the
 * page also receives Ctrl+W and similar keys.
 */
export async function goFullScreen(): Promise<void> {
  if (document.fullscreenElement || !document.fullscreenEnabled || matchMedia('(display-mode: fullscreen)').matches) return
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    await (navigator as { keyboard?: Keyboard }).keyboard?.lock?.()
  } catch {
    // The browser requires another tap, or has no full screen (iPhone).
  }
}
