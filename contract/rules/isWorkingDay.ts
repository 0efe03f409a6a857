import { isWeekend } from 'date-fns/isWeekend'
import { nextMonday } from 'date-fns/nextMonday'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { dayOf, daysLater, isDay, readDay } from './daysLater.ts'

/**
 * Working days are Monday to Friday minus holidays; weeks begin on Monday (decisions OQ-040, OQ-041). Days
 * are `yyyy-MM-dd`.
 */

const none: ReadonlySet<string> = new Set()
/** Days to search. A calendar with longer holidays has no working days. */
const longestBreak = 400

export const isWorkingDay = (day: string, holidays: ReadonlySet<string> = none): boolean =>
  isDay(day) && !isWeekend(readDay(day)) && !holidays.has(day)

/** The first working day after `day`; the day after `day` when there is none within `longestBreak` days. */
export function nextWorkingDay(day: string, holidays: ReadonlySet<string> = none): string {
  for (let days = 1; days <= longestBreak; days++) {
    const next = daysLater(day, days)
    if (isWorkingDay(next, holidays)) return next
  }
  return daysLater(day, 1)
}

/** The Monday after `day`, also when `day` is a Monday. */
export const startOfNextWeek = (day: string): string => dayOf(nextMonday(readDay(day)))

/** The Monday of the week of `day`. */
export const startOfWeek = (day: string): string => dayOf(startOfISOWeek(readDay(day)))
