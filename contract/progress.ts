import type { Model } from './records.ts'

/**
 * How far a person is with one video or document (spec/1 §3 Video, §4.5). `watchedVideo` is a bitmap, one character a second of the video,
 * `1` where it was watched; a document has none. `watchedPercent` is a fraction, 0 to 1.
 */
export interface LessonProgress {
  readonly watchedVideo?: string | undefined
  readonly watchedPercent: number
  readonly hasWatchedVideo: boolean
}

/** The answer of a field that is watched or read. With several lessons `lessons` holds each by its link, and what stands at the top is of all. */
export interface Progress extends LessonProgress {
  /** The lesson that the person is at, from 0. */
  readonly learningIndex: number
  readonly lessons?: readonly ({ readonly id: string } & LessonProgress)[] | undefined
}

/** Fraction that counts as watched when the setting names none. */
export const defaultTarget = 0.9

/** Looks every this many ms where a video is. */
export const pollEvery = 250

export const isBitmap = (value: unknown): value is string => typeof value === 'string' && /^[01]*$/.test(value)

/** Seconds watched here or there: `0011` with `1000` is `1011`. */
export function unionOf(mine: string, theirs: string): string {
  const [long, short] = mine.length >= theirs.length ? [mine, theirs] : [theirs, mine]
  return [...long].map((bit, index) => (bit === '1' || short[index] === '1' ? '1' : '0')).join('')
}

/** Fraction of the seconds that were watched; 0 of a video whose length nobody knows yet. */
export const shareOf = (bitmap: string): number => (bitmap === '' ? 0 : bitmap.replaceAll('0', '').length / bitmap.length)

const isObject = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)
const fraction = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : value === true ? 1 : 0

/** What a record holds about one lesson, whoever wrote it. */
export function lessonOf(value: unknown): LessonProgress {
  if (!isObject(value)) return { watchedPercent: 0, hasWatchedVideo: false }
  const bits = isBitmap(value['watchedVideo']) ? value['watchedVideo'] : undefined
  return {
    ...(bits === undefined ? {} : { watchedVideo: bits }),
    watchedPercent: Math.max(fraction(value['watchedPercent']), bits === undefined ? 0 : shareOf(bits)),
    hasWatchedVideo: value['hasWatchedVideo'] === true,
  }
}

/** Two devices' knowledge of the same lesson: nothing that was watched on either is lost. */
export function bothOf(mine: LessonProgress, theirs: LessonProgress): LessonProgress {
  const bits =
    mine.watchedVideo === undefined || theirs.watchedVideo === undefined
      ? (mine.watchedVideo ?? theirs.watchedVideo)
      : unionOf(mine.watchedVideo, theirs.watchedVideo)
  return {
    ...(bits === undefined ? {} : { watchedVideo: bits }),
    watchedPercent: Math.max(mine.watchedPercent, theirs.watchedPercent, bits === undefined ? 0 : shareOf(bits)),
    hasWatchedVideo: mine.hasWatchedVideo || theirs.hasWatchedVideo,
  }
}

/** What a record's answer knows about the lesson of this link. `links` are all lessons of the field. */
export function inAnswer(answer: unknown, link: string, links: readonly string[]): LessonProgress {
  if (links.length < 2) return lessonOf(answer)
  const lessons = isObject(answer) && Array.isArray(answer['lessons']) ? (answer['lessons'] as unknown[]) : []
  return lessonOf(lessons.find((one) => isObject(one) && one['id'] === link))
}

/** The answer for a record. `learningIndex` is the first lesson that is not done, or the last. */
export function answerOf(lessons: readonly { readonly id: string; readonly progress: LessonProgress }[]): Progress {
  const [first] = lessons
  const open = lessons.findIndex(({ progress }) => !progress.hasWatchedVideo)
  const learningIndex = open < 0 ? Math.max(0, lessons.length - 1) : open
  if (lessons.length === 1 && first) return { learningIndex, ...first.progress }
  return {
    learningIndex,
    watchedPercent: lessons.reduce((sum, { progress }) => sum + progress.watchedPercent, 0) / Math.max(1, lessons.length),
    hasWatchedVideo: lessons.length > 0 && open < 0,
    lessons: lessons.map(({ id, progress }) => ({ id, ...progress })),
  }
}
