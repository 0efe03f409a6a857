import { dayIn } from '../../../contract/rules/dayIn.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { isWorkingDay, startOfWeek } from '../../../contract/rules/isWorkingDay.ts'
import { minutesOfTime } from '../../lib/formatDate.ts'
import type { Task } from './task.ts'

/** A record that this device knows: its path, and when the person saved it (ms, corrected clock). */
export interface Known {
  readonly path: string
  readonly at: number
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

const isOf = (form: string, path: string) => path.startsWith(`forms/${form}/`)

/** A moment with the local fields of the project; of the device for a project without a time zone. */
const localIn = (zone: string | undefined, at: Date | number): Date => (zone === undefined ? new Date(at) : inZone(zone, at))

/** The days off from `day` to `day`: the rule for working days wants single days. */
const offOn = (day: string, daysOff: Task['daysOff'] = []): ReadonlySet<string> =>
  new Set(daysOff.some(([first, last]) => first <= day && day <= last) ? [day] : [])

/**
 * Returns the state of a form. `waiting`: saves in this device's outbox; `receipts`: records that were sent.
 * Both are newer than the server's own list. A record counts for the day that it is about, else for the day
 * when the person saved it, also if it was sent later.
 */
export function standingOf(
  { form, due, sent = [], zone, daysOff }: Task,
  { waiting, receipts, now }: { waiting: readonly Known[]; receipts: readonly Known[]; now: Date },
): Standing {
  if (form === undefined) return { due: undefined, done: 0, waiting: 0 }
  const dayAt = (at: Date | number) => dayIn(zone, at)
  const here = new Map<string, string>()
  const gone = new Map<string, string>()
  for (const { path, at } of waiting) if (isOf(form, path)) here.set(path, dayAt(at))
  for (const { path, at } of receipts) if (isOf(form, path) && !here.has(path)) gone.set(path, dayAt(at))
  for (const { path, at, day } of sent) {
    const about = day ?? dayAt(new Date(at))
    // An edit that waits leaves the record on its day.
    if (here.has(path)) here.set(path, about)
    else gone.set(path, about)
  }
  const today = dayAt(now)
  const since = (first: string) => [...here.values(), ...gone.values()].some((day) => day >= first && day <= today)
  const isDue = (): Standing['due'] => {
    if (!due || (due.every === 'workday' && !isWorkingDay(today, offOn(today, daysOff)))) return undefined
    if (due.every === 'week') return since(startOfWeek(today)) ? undefined : 'week'
    if (since(today)) return undefined
    const by = minutesOfTime(due.by)
    const there = localIn(zone, now)
    return by !== undefined && there.getHours() * 60 + there.getMinutes() > by ? 'late' : 'today'
  }
  return { due: isDue(), done: [...gone.values()].filter((day) => day === today).length, waiting: here.size }
}
