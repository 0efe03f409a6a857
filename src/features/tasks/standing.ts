import { isWorkingDay, startOfWeek } from '../../../contract/rules/isWorkingDay.ts'
import { dateOf, minutesOfTime } from '../../lib/formatDate.ts'
import type { Task } from './task.ts'

/** A record that this device knows: its path, and when it was sent (ms). */
export interface Known {
  readonly path: string
  readonly at: number
}

/** The state of a form today, by the clock of this device. */
export interface Standing {
  /** `late`: its time of the day has passed. */
  readonly due: 'today' | 'week' | 'late' | undefined
  /** Records that this person has sent today. */
  readonly done: number
  /** Records that are not sent yet. */
  readonly waiting: number
}

const isOf = (form: string, path: string) => path.startsWith(`forms/${form}/`)

/**
 * Returns the state of a form. `waiting`: paths in this device's outbox; `receipts`: records that were sent.
 * The server's own list may be older than both.
 */
export function standingOf(
  { form, due, sent = [] }: Task,
  { waiting, receipts, now }: { waiting: readonly string[]; receipts: readonly Known[]; now: Date },
): Standing {
  if (form === undefined) return { due: undefined, done: 0, waiting: 0 }
  const here = new Set(waiting.filter((path) => isOf(form, path)))
  const gone = new Map<string, string>()
  for (const { path, at } of receipts) if (isOf(form, path) && !here.has(path)) gone.set(path, dateOf(new Date(at)))
  for (const { path, at } of sent) if (!here.has(path)) gone.set(path, dateOf(new Date(at)))
  const today = dateOf(now)
  const since = (first: string) => here.size > 0 || [...gone.values()].some((date) => date >= first && date <= today)
  const isDue = (): Standing['due'] => {
    if (!due || (due.every === 'workday' && !isWorkingDay(today))) return undefined
    if (due.every === 'week') return since(startOfWeek(today)) ? undefined : 'week'
    if (since(today)) return undefined
    const by = minutesOfTime(due.by)
    return by !== undefined && now.getHours() * 60 + now.getMinutes() > by ? 'late' : 'today'
  }
  return { due: isDue(), done: [...gone.values()].filter((date) => date === today).length, waiting: here.size }
}
