import { useEffect, useRef } from 'react'
import { pollEvery, shareOf, type LessonProgress } from '../../../contract/rules/progress.ts'
import { Meter } from './meter.ts'

/** Current state of the video; undefined until the player knows it. */
export type Sample = { readonly at: number; readonly duration: number; readonly playing: boolean } | undefined

/**
 * Samples the video every 250 ms while it is mounted, and reports the watched parts. Returns a function that
 * samples at once (at a pause, at the end); pass `true` after a jump.
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
    // A hidden page is not watched.
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
