import { useEffect, useRef } from 'react'
import { refreshDelay } from './refreshDelay.ts'
import { isBusy, isDirty } from './unsaved.ts'

/** Nobody looks, nothing can be fetched, or somebody types. */
const paused = () => document.hidden || !navigator.onLine || isDirty() || isBusy()

/**
 * Reloads the data of a page every `interval` ms, ever more slowly. While paused it waits, and goes on as soon as it may.
 * One load at a time: the next wait begins when the load has ended.
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
