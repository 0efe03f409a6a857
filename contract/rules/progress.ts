import type { Model } from '../endpoints/records.ts'

/**
 * A person's progress in one video or document (spec/1 §3 Video, §4.5). `watchedVideo` is a bitmap, one
 * character per second of the video, `1` for a watched second; a document has none. `watchedPercent` is a
 * fraction, 0 to 1.
 */
export interface LessonProgress {
  readonly watchedVideo?: string | undefined
  readonly watchedPercent: number
  readonly hasWatchedVideo: boolean
}

/**
 * The answer of a video or document field. With several lessons, `lessons` has each by its link, and the top
 * level is the total.
 */
export interface Progress extends LessonProgress {
  /** Index of the current lesson, from 0. */
  readonly learningIndex: number
  /** One lesson: its link. Absent in answers of former versions. */
  readonly link?: string | undefined
  readonly lessons?: readonly ({ readonly id: string } & LessonProgress)[] | undefined
  /** Seen at a device of several people: it counts for the record, not for the login that saved it. */
  readonly ofRecord?: true | undefined
}

/** Fraction that counts as watched when the setting has none. */
export const defaultTarget = 0.9

/** Interval to poll the position of a video, ms. */
export const pollEvery = 250

export const isBitmap = (value: unknown): value is string => typeof value === 'string' && /^[01]*$/.test(value)

/** Merges watched seconds: `0011` with `1000` is `1011`. */
export function unionOf(mine: string, theirs: string): string {
  const [long, short] = mine.length >= theirs.length ? [mine, theirs] : [theirs, mine]
  return [...long].map((bit, index) => (bit === '1' || short[index] === '1' ? '1' : '0')).join('')
}

/** The watched fraction; 0 while the length of the video is unknown. */
export const shareOf = (bitmap: string): number => (bitmap === '' ? 0 : bitmap.replaceAll('0', '').length / bitmap.length)

const isObject = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)
function fraction(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.min(1, Math.max(0, value))
  return value === true ? 1 : 0
}

/** The progress of one lesson in a record, from any source, validated. */
export function lessonOf(value: unknown): LessonProgress {
  if (!isObject(value)) return { watchedPercent: 0, hasWatchedVideo: false }
  const bits = isBitmap(value['watchedVideo']) ? value['watchedVideo'] : undefined
  return {
    ...(bits === undefined ? {} : { watchedVideo: bits }),
    watchedPercent: Math.max(fraction(value['watchedPercent']), bits === undefined ? 0 : shareOf(bits)),
    hasWatchedVideo: value['hasWatchedVideo'] === true,
  }
}

/** Merges the progress of two devices in the same lesson: keeps all that was watched on either. */
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

/** The answer names another video: the form has a new one since. */
const isOther = (answer: unknown, link: string) => isObject(answer) && typeof answer['link'] === 'string' && answer['link'] !== link

/** Returns whether another person than the one who saved may have watched. */
export const isOfRecord = (answer: unknown): boolean => isObject(answer) && answer['ofRecord'] === true

/** The progress of the lesson with this link in a record's answer. `links` are all lessons of the field. */
export function inAnswer(answer: unknown, link: string, links: readonly string[]): LessonProgress {
  if (links.length < 2) return isOther(answer, link) ? lessonOf(undefined) : lessonOf(answer)
  const lessons = isObject(answer) && Array.isArray(answer['lessons']) ? (answer['lessons'] as unknown[]) : []
  return lessonOf(lessons.find((one) => isObject(one) && one['id'] === link))
}

/** The answer for a record. `learningIndex` is the first lesson that is not done, or the last. */
export function answerOf(lessons: readonly { readonly id: string; readonly progress: LessonProgress }[]): Progress {
  const [first] = lessons
  const open = lessons.findIndex(({ progress }) => !progress.hasWatchedVideo)
  const learningIndex = open < 0 ? Math.max(0, lessons.length - 1) : open
  if (lessons.length === 1 && first) return { learningIndex, link: first.id, ...first.progress }
  return {
    learningIndex,
    watchedPercent: lessons.reduce((sum, { progress }) => sum + progress.watchedPercent, 0) / Math.max(1, lessons.length),
    hasWatchedVideo: lessons.length > 0 && open < 0,
    lessons: lessons.map(({ id, progress }) => ({ id, ...progress })),
  }
}
