import { isBitmap, unionOf } from './progress.ts'

/**
 * Rules for attributes that merge without asking the user when both sides changed them. All other attributes
 * are conflicts. A rule returns the combined value, or undefined for unexpected values (then it is a
 * conflict, too).
 */
type Combine = (mine: unknown, theirs: unknown) => unknown

const later: Combine = (mine) => mine

const highest: Combine = (mine, theirs) => (typeof mine === 'number' && typeof theirs === 'number' ? Math.max(mine, theirs) : undefined)

const either: Combine = (mine, theirs) => (typeof mine === 'boolean' && typeof theirs === 'boolean' ? mine || theirs : undefined)

/** Watched seconds, one character per second. */
const union: Combine = (mine, theirs) => (isBitmap(mine) && isBitmap(theirs) ? unionOf(mine, theirs) : undefined)

/** Progress of videos and documents (spec/1 §3 Video), at any place in a record. */
const progress: Readonly<Record<string, Combine>> = {
  watchedVideo: union,
  watchedPercent: highest,
  learningIndex: highest,
  hasWatchedVideo: either,
  ofRecord: either,
}

/**
 * Attributes that the product writes at the top level of every record (spec/1 §3 Form record): the later
 * write wins.
 */
const ofEveryRecord: Readonly<Record<string, Combine>> = {
  timestamp: later,
  subtitle: later,
  titleStatus: later,
  tags: later,
}

const ofPeople: Readonly<Record<string, Combine>> = { lang: later, presence: later }

/**
 * The rule for an attribute of the record at `recordPath`; `attribute` is the list of its names from the
 * root.
 */
export function mergeRuleFor(recordPath: string, attribute: readonly string[]): Combine | undefined {
  const name = attribute.at(-1) ?? ''
  if (Object.hasOwn(progress, name)) return progress[name]
  if (attribute.length > 1) return undefined
  if (Object.hasOwn(ofEveryRecord, name)) return ofEveryRecord[name]
  return recordPath.startsWith('people/') && Object.hasOwn(ofPeople, name) ? ofPeople[name] : undefined
}
