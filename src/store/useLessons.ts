import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { answerOf, bothOf, inAnswer, type LessonProgress, type Progress } from '../../contract/progress.ts'
import type { Owner } from './db.ts'
import { noteProgress, progressKey, progressWriter, useProgress } from './progress.ts'

export interface Lesson {
  readonly link: string
  /** Fraction that counts as watched. */
  readonly target: number
  /** What the server knows from elsewhere. */
  readonly percent?: number | undefined
}

interface Lessons {
  readonly owner: Owner
  readonly recordPath: string
  readonly lessons: readonly Lesson[]
  /** Of the form. */
  readonly answer: unknown
  /** Gets the answer whenever there is more to say; undefined where nothing may be changed. */
  readonly onAnswer: ((answer: Progress) => void) | undefined
}

const none: LessonProgress = { watchedPercent: 0, hasWatchedVideo: false }

/**
 * A person's progress with lessons: what this device knows, what the record brought from others, and what is watched right now, put
 * together. What is watched goes to the disk and into the form at once. `ready` once the device has looked.
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
  // Where the device can't keep anything, it lasts as long as the page.
  const [here, setHere] = useState<ReadonlyMap<string, LessonProgress>>(new Map())
  const writers = useRef(new Map<string, (seen: LessonProgress) => void>())

  const progress = lessons.map(({ link, target, percent }) => {
    const known = [kept?.get(progressKey(owner, recordPath, link)), inAnswer(answer, link, links), here.get(link)]
    const sum = known.reduce<LessonProgress>((so, one) => (one ? bothOf(so, one) : so), { ...none, watchedPercent: percent ?? 0 })
    return { ...sum, hasWatchedVideo: sum.hasWatchedVideo || sum.watchedPercent >= target }
  })

  const next = answerOf(links.map((id, index) => ({ id, progress: progress[index] ?? none })))
  const words = JSON.stringify(next)
  const tell = useRef(onAnswer)
  useEffect(() => {
    tell.current = onAnswer
  })
  const said = useMemo(() => JSON.stringify(answer ?? null), [answer])
  useEffect(() => {
    const more = JSON.parse(words) as Progress
    if (kept && words !== said && more.watchedPercent > 0) tell.current?.(more)
  }, [kept, said, words])

  // What the record brought stays on the device: the next form with the same link begins there.
  useEffect(() => {
    for (const link of all.split('\n')) {
      const brought = inAnswer(answer, link, all.split('\n'))
      if (brought.watchedPercent > 0)
        void noteProgress(owner, progressKey(owner, recordPath, link), brought, { sent: true }).catch(() => undefined)
    }
  }, [all, answer, owner, recordPath])

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
