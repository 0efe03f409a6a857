import { dayIn } from '../../../contract/rules/dayIn.ts'
import { inZone, momentIn } from '../../../contract/rules/inZone.ts'
import { isWorkingDay, startOfWeek } from '../../../contract/rules/isWorkingDay.ts'
import { minutesOfTime } from '../../lib/formatDate.ts'
import type { Task } from './task.ts'

/** A save that this device knows: the path of its record, and what it says of the record. */
export interface Known {
  readonly path: string
  /** When the person made it, by the clock of the server, ms. */
  readonly at: number
  /** The day that the record is about, if the save names one. */
  readonly day?: string | undefined
  readonly effect: 'adds' | 'removes' | 'other'
  /** The server has refused the save, or one before it: it arrives only if the person acts. */
  readonly isRefused?: boolean
}

/** Saves of this device. They are newer than the server's own list. */
export interface KnownSaves {
  /** In the outbox, oldest first. */
  readonly waiting: readonly Known[]
  /** Out of the outbox, newest first. */
  readonly receipts: readonly Known[]
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

/** Puts the saves of one form together, by record. */
function recordsOf({ form, sent = [] }: Task, { waiting, receipts, now }: KnownSaves): readonly Found[] {
  const records = new Map<string, Found>()
  const find = (path: string, at: number): Found => {
    const found = records.get(path) ?? { first: at }
    // The clock may have been ahead when the person saved: no save is later than now.
    found.first = Math.min(found.first, at, now.getTime())
    records.set(path, found)
    return found
  }
  for (const { path, at, day, effect } of receipts) {
    if (formOf(path) !== form) continue
    const found = find(path, at)
    found.day ??= day
    found.isAdded ||= effect === 'adds'
    found.isRemoved ||= effect === 'removes'
  }
  for (const { path, at, day } of sent) {
    const found = find(path, Date.parse(at))
    found.day = day ?? found.day
    found.isAdded = true
  }
  for (const { path, at, day, effect, isRefused } of waiting) {
    if (formOf(path) !== form) continue
    const found = find(path, at)
    found.waits = true
    found.day = day ?? found.day
    found.isAdded ||= effect === 'adds' && isRefused !== true
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
    const by = minutesOfTime(due.by)
    return by !== undefined && isPast(by, today, zone, now) ? 'late' : 'today'
  }
  return {
    due: isDue(),
    done: counted.filter(({ day, waits }) => !waits && day === today).length,
    waiting: records.filter(({ waits }) => waits).length,
  }
}
