import { dayIn } from '../dayIn.ts'
import { inZone, momentIn } from '../inZone.ts'
import { isWorkingDay, startOfWeek } from '../isWorkingDay.ts'
import type { Task } from './task.ts'

/** Minutes since midnight of the `by` of a form: an HH:mm. */
export const minutesOf = (by: string): number => Number(by.slice(0, 2)) * 60 + Number(by.slice(3))

/** A save that this device knows: the path of its record, and what it says of the record. */
export interface Known {
  readonly path: string
  /** When the person made it, by the clock of the server, ms. */
  readonly at: number
  /** The day that the record is about, if the save names one. */
  readonly day?: string | undefined
  readonly effect: 'adds' | 'removes' | 'other'
  /** Of a receipt: when the save left the outbox, by the clock of the device, ms. */
  readonly settledAt?: number
  /** The server has refused the save, or one before it: it arrives only if the person acts. */
  readonly isRefused?: boolean
}

/** Saves of this device. Those that wait are newer than the server's own list. */
export interface KnownSaves {
  /** In the outbox, oldest first. */
  readonly waiting: readonly Known[]
  /** Out of the outbox, newest first. */
  readonly receipts: readonly Known[]
  /** When the server's own list was fetched, by the clock of the device, ms. */
  readonly listedAt?: number | undefined
  readonly now: Date
}

/** The state of a form today, by the corrected clock of this device and the time zone of the project. */
export interface Standing {
  /** `late`: its time of the day has passed. */
  readonly due: 'today' | 'week' | 'late' | undefined
  /** Records that this person has sent today. */
  readonly done: number
  /** Records that are not sent yet. */
  readonly waiting: number
}

/** A record of the person, put together from all saves of it. */
interface Found {
  /** Its first save, ms. */
  first: number
  day?: string | undefined
  /** When the save that names `day` left the outbox, ms. */
  dayAt?: number | undefined
  /** This person has made it: a change or a comment alone fills in no form. */
  isAdded?: boolean
  isRemoved?: boolean
  waits?: boolean
}

/** The days off from `day` to `day`: the rule for working days wants single days. */
const offOn = (day: string, daysOff: Task['daysOff'] = []): ReadonlySet<string> =>
  new Set(daysOff.some(([first, last]) => first <= day && day <= last) ? [day] : [])

/** Returns the key of the form of a record. */
export const formOf = (path: string): string | undefined => /^forms\/([^/]+)\//.exec(path)?.[1]

/** Receipts come newest first: the first day that one names counts. */
function noteDay(found: Found, day: string | undefined, settledAt: number | undefined): void {
  if (found.day === undefined && day !== undefined) Object.assign(found, { day, dayAt: settledAt })
}

/** A list from before the last save of this device does not know the day that this save names. */
const isListNewer = ({ dayAt = 0 }: Found, listedAt: number): boolean => dayAt <= listedAt

/** Puts the saves of one form together, by record. */
function recordsOf({ form, sent = [] }: Task, { waiting, receipts, listedAt = Infinity, now }: KnownSaves): readonly Found[] {
  const records = new Map<string, Found>()
  const find = (path: string, at: number): Found => {
    const found = records.get(path) ?? { first: at }
    // The clock may have been ahead when the person saved: no save is later than now.
    found.first = Math.min(found.first, at, now.getTime())
    records.set(path, found)
    return found
  }
  const isOfForm = ({ path }: Known) => formOf(path) === form
  for (const { path, at, day, effect, settledAt } of receipts.filter(isOfForm)) {
    const found = find(path, at)
    noteDay(found, day, settledAt)
    found.isAdded ||= effect === 'adds'
    found.isRemoved ||= effect === 'removes'
  }
  for (const { path, at, day } of sent) {
    const found = find(path, Date.parse(at))
    if (isListNewer(found, listedAt)) found.day = day ?? found.day
    found.isAdded = true
  }
  for (const { path, at, day, effect, isRefused } of waiting.filter(isOfForm)) {
    const found = find(path, at)
    found.waits = true
    // A refused save has changed nothing on the server.
    if (isRefused) continue
    found.day = day ?? found.day
    found.isAdded ||= effect === 'adds'
    found.isRemoved ||= effect === 'removes'
  }
  return [...records.values()]
}

/** Whether the time of the day `by` (minutes) has passed. A time that the clocks show twice is the first one. */
function isPast(by: number, today: string, zone: string | undefined, now: Date): boolean {
  const there = zone === undefined ? now : inZone(zone, now)
  if (there.getHours() * 60 + there.getMinutes() > by) return true
  const shown = Date.parse(`${today}T00:00Z`) + by * 60_000
  return zone !== undefined && now.getTime() >= momentIn(zone, shown) + 60_000
}

/**
 * Returns the state of a form. A record counts for the day that it is about, else for the day when the person
 * first saved it, also if it was changed or sent later.
 */
export function standingOf(task: Task, saves: KnownSaves): Standing {
  const { form, due, zone, daysOff } = task
  if (form === undefined) return { due: undefined, done: 0, waiting: 0 }
  const { now } = saves
  const today = dayIn(zone, now)
  const records = recordsOf(task, saves)
  const counted = records
    .filter(({ isAdded, isRemoved }) => isAdded === true && isRemoved !== true)
    .map(({ first, day = dayIn(zone, first), waits }) => ({ day, waits }))
  const since = (first: string) => counted.some(({ day }) => day >= first && day <= today)
  const isDue = (): Standing['due'] => {
    if (!due || (due.every === 'workday' && !isWorkingDay(today, offOn(today, daysOff)))) return undefined
    if (due.every === 'week') return since(startOfWeek(today)) ? undefined : 'week'
    if (since(today)) return undefined
    return due.by !== undefined && isPast(minutesOf(due.by), today, zone, now) ? 'late' : 'today'
  }
  return {
    due: isDue(),
    done: counted.filter(({ day, waits }) => !waits && day === today).length,
    waiting: records.filter(({ waits }) => waits).length,
  }
}
