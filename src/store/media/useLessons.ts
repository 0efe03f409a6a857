import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { answerOf, bothOf, inAnswer, isOfRecord, type LessonProgress, type Progress } from '../../../contract/rules/progress.ts'
import type { Owner } from '../db/MusterDb.ts'
import { noteProgress, progressKey, progressWriter, useProgress, watchesForRecord } from './noteProgress.ts'

export interface Lesson {
  readonly link: string
  /** Fraction that counts as watched. */
  readonly target: number
  /** Progress that the server knows from other sources. */
  readonly percent?: number | undefined
}

interface Lessons {
  readonly owner: Owner
  readonly recordPath: string
  readonly lessons: readonly Lesson[]
  /** The answer in the form. */
  readonly answer: unknown
  /**
   * Called with the new answer; undefined if the form is read-only. `isNew`: the user made progress on this page;
   * otherwise the device or the server knew it before.
   */
  readonly onAnswer: ((answer: Progress, isNew: boolean) => void) | undefined
}

const none: LessonProgress = { watchedPercent: 0, hasWatchedVideo: false }

/**
 * A user's progress with lessons, combined from this device, the record, and the current playback. New
 * progress is stored on disk and in the form at once. `ready`: the device has been read.
 */
export function useLessons({ owner, recordPath, lessons, answer, onAnswer }: Lessons): {
  readonly ready: boolean
  readonly progress: readonly LessonProgress[]
  note(link: string, seen: LessonProgress): void
} {
  const links = lessons.map(({ link }) => link)
  const all = links.join('\n')
  const kept = useProgress(
    owner,
    links.map((link) => progressKey(owner, recordPath, link)),
  )
  // If the device cannot store it, it lasts as long as the page.
  const [here, setHere] = useState<ReadonlyMap<string, LessonProgress>>(new Map())
  const writers = useRef(new Map<string, (seen: LessonProgress) => void>())

  const progress = lessons.map(({ link, target, percent }) => {
    const known = [kept?.get(progressKey(owner, recordPath, link)), inAnswer(answer, link, links), here.get(link)]
    const sum = known.reduce<LessonProgress>((so, one) => (one ? bothOf(so, one) : so), {
      ...none,
      // What the signed-in person watched elsewhere is not what the person at this device has seen.
      watchedPercent: watchesForRecord(owner) ? 0 : (percent ?? 0),
    })
    return { ...sum, hasWatchedVideo: sum.hasWatchedVideo || sum.watchedPercent >= target }
  })

  const ofRecord = watchesForRecord(owner) || isOfRecord(answer)
  const next = {
    ...answerOf(links.map((id, index) => ({ id, progress: progress[index] ?? none }))),
    ...(ofRecord && { ofRecord }),
  }
  const words = JSON.stringify(next)
  const isNew = here.size > 0
  const tell = useRef(onAnswer)
  useEffect(() => {
    tell.current = onAnswer
  })
  const said = useMemo(() => JSON.stringify(answer ?? null), [answer])
  useEffect(() => {
    const more = JSON.parse(words) as Progress
    if (kept && words !== said && more.watchedPercent > 0) tell.current?.(more, isNew)
  }, [isNew, kept, said, words])

  // Store the record's progress on the device: the next form with the same link starts from it.
  useEffect(() => {
    if (ofRecord && !watchesForRecord(owner)) return
    for (const link of all.split('\n')) {
      const brought = inAnswer(answer, link, all.split('\n'))
      if (brought.watchedPercent > 0)
        void noteProgress(owner, progressKey(owner, recordPath, link), brought, { sent: true }).catch(() => undefined)
    }
  }, [all, answer, ofRecord, owner, recordPath])

  const note = useCallback(
    (link: string, seen: LessonProgress) => {
      setHere((before) => new Map(before).set(link, bothOf(before.get(link) ?? none, seen)))
      const key = progressKey(owner, recordPath, link)
      const writer = writers.current.get(key) ?? progressWriter(owner, key)
      writers.current.set(key, writer)
      writer(seen)
    },
    [owner, recordPath, setHere],
  )
  return { ready: kept !== undefined, progress, note }
}
