import { useEffect, useRef } from 'react'
import { refreshDelay } from './refreshDelay.ts'
import { isBusy, isDirty } from './isDirty.ts'

/** Refresh pauses while the page is hidden, offline, or being typed into. */
const paused = () => document.hidden || !navigator.onLine || isDirty() || isBusy()

/**
 * Reloads the data of a page every `interval` ms, with growing intervals. While paused it waits, and
 * continues as soon as possible. One load at a time: the next interval starts when the load has ended.
 */
export function useRefresh(interval: number | undefined, load: () => Promise<void>): void {
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  }, [load])

  useEffect(() => {
    if (!interval || interval <= 0) return
    let loads = 0
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const next = () => {
      if (!stopped) timer = setTimeout(() => void tick(), refreshDelay(interval, loads))
    }
    const tick = async () => {
      if (!paused()) {
        loads += 1
        await latest.current().catch(() => undefined)
      }
      next()
    }
    next()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [interval])
}
