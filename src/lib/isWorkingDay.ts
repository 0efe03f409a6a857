import { addDays } from './formatDate.ts'

/**
 * Working days are Monday to Friday minus holidays; weeks begin on Monday (decisions OQ-040, OQ-041). Dates
 * are `yyyy-MM-dd`.
 */

/** 0 is Sunday; NaN for an invalid date. */
const weekdayOf = (date: string): number => new Date(`${date}T12:00:00`).getDay()

const none: ReadonlySet<string> = new Set()
/** Days to search. A calendar with longer holidays has no working days. */
const longestBreak = 400

export function isWorkingDay(date: string, holidays: ReadonlySet<string> = none): boolean {
  const day = weekdayOf(date)
  return day >= 1 && day <= 5 && !holidays.has(date)
}

/** The first working day after `date`; the day after `date` when there is none within `longestBreak` days. */
export function nextWorkingDay(date: string, holidays: ReadonlySet<string> = none): string {
  for (let days = 1; days <= longestBreak; days++) {
    const next = addDays(date, days)
    if (isWorkingDay(next, holidays)) return next
  }
  return addDays(date, 1)
}

/** The Monday after `date`, also when `date` is a Monday. */
export const startOfNextWeek = (date: string): string => addDays(date, (8 - weekdayOf(date)) % 7 || 7)
