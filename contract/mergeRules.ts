import { isBitmap, unionOf } from './progress.ts'

/**
 * Attributes for which "both sides changed it" is no question for a person. Everything else is.
 * A rule answers the combined value, or undefined when the values are not what it expects (then it is a conflict like any other).
 */
type Combine = (mine: unknown, theirs: unknown) => unknown

const later: Combine = (mine) => mine

const highest: Combine = (mine, theirs) => (typeof mine === 'number' && typeof theirs === 'number' ? Math.max(mine, theirs) : undefined)

const either: Combine = (mine, theirs) => (typeof mine === 'boolean' && typeof theirs === 'boolean' ? mine || theirs : undefined)

/** Seconds watched, one character a second. */
const union: Combine = (mine, theirs) => (isBitmap(mine) && isBitmap(theirs) ? unionOf(mine, theirs) : undefined)

/** Progress of videos and documents (spec/1 §3 Video), wherever in a record it stands. */
const progress: Readonly<Record<string, Combine>> = {
  watchedVideo: union,
  watchedPercent: highest,
  learningIndex: highest,
  hasWatchedVideo: either,
}

/** What the product itself writes at the top of every record (spec/1 §3 Form record): the later write is the true one. */
const ofEveryRecord: Readonly<Record<string, Combine>> = { timestamp: later, titleStatus: later, tags: later }

const ofPeople: Readonly<Record<string, Combine>> = { lang: later, presence: later }

/** The rule for an attribute of the record at `recordPath`, given as its names from the top. */
export function ruleFor(recordPath: string, attribute: readonly string[]): Combine | undefined {
  const name = attribute.at(-1) ?? ''
  if (Object.hasOwn(progress, name)) return progress[name]
  if (attribute.length > 1) return undefined
  if (Object.hasOwn(ofEveryRecord, name)) return ofEveryRecord[name]
  return recordPath.startsWith('people/') && Object.hasOwn(ofPeople, name) ? ofPeople[name] : undefined
}
