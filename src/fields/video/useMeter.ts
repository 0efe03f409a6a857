import { useEffect, useRef } from 'react'
import { pollEvery, shareOf, type LessonProgress } from '../../../contract/progress.ts'
import { Meter } from './meter.ts'

/** What a player knows of its video right now; undefined before it knows. */
export type Sample = { readonly at: number; readonly duration: number; readonly playing: boolean } | undefined

/**
 * Looks where the video is every 250 ms while it is shown, and tells what of it was watched. `sample` may be called more often (at a pause,
 * at the end), by the function that comes back; `true` after a jump.
 */
export function useMeter(sample: () => Sample, bits: string, onSeen: (seen: LessonProgress) => void): (jumped?: boolean) => void {
  const parts = useRef({ sample, bits, onSeen })
  useEffect(() => {
    parts.current = { sample, bits, onSeen }
  })
  const meter = useRef<{ duration: number; meter: Meter }>(undefined)
  const look = useRef((jumped = false) => {
    const { sample: ask, bits: before, onSeen: tell } = parts.current
    const now = ask()
    if (!now || !(now.duration > 0)) return
    if (meter.current?.duration !== now.duration) meter.current = { duration: now.duration, meter: new Meter(now.duration, before) }
    if (jumped) meter.current.meter.jumped()
    // Nobody watches a page that is not shown.
    const playing = now.playing && document.visibilityState !== 'hidden'
    if (!meter.current.meter.look({ at: now.at, when: performance.now() / 1000, playing })) return
    const seen = meter.current.meter.bits
    tell({ watchedVideo: seen, watchedPercent: shareOf(seen), hasWatchedVideo: false })
  })
  useEffect(() => {
    const timer = setInterval(() => look.current(), pollEvery)
    return () => clearInterval(timer)
  }, [])
  return look.current
}
