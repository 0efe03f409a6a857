import { useEffect } from 'react'

interface Keyboard {
  lock?: () => Promise<void>
}

/** Keeps the screen on while this is shown, also after the device was put aside in between. */
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
        // Not there, or the battery is low: the device's own setting decides.
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

/** A browser goes to full screen on a tap only; one that has left it goes back with the next. There, Ctrl+W and the like are the page's as well. */
export async function goFullScreen(): Promise<void> {
  if (document.fullscreenElement || !document.fullscreenEnabled || matchMedia('(display-mode: fullscreen)').matches) return
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    await (navigator as { keyboard?: Keyboard }).keyboard?.lock?.()
  } catch {
    // The browser wants another tap, or has no full screen (iPhone).
  }
}
