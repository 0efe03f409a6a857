import { daysLater } from '../../../contract/rules/daysLater.ts'
import { finderOf, searchable } from '../../../contract/rules/search/findsWords.ts'

/** Days before today that are found. */
const daysBack = 60

export interface Day {
  /** ISO, e.g. `2026-11-26`. */
  readonly day: string
  /** In the language of the person: "Thursday, November 26, 2026". */
  readonly title: string
}

export interface SearchableDay extends Day {
  /** Weekday, month and day, ISO date, "today" or "yesterday". */
  readonly text: string
}

/** Returns the last days, newest first, as a search finds them. `today`: yyyy-MM-dd. */
export function searchableDays(locale: string, today: string): readonly SearchableDay[] {
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  const numeric = new Intl.DateTimeFormat(locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return Array.from({ length: daysBack }, (_, back): SearchableDay => {
    const day = daysLater(today, -back)
    const date = new Date(`${day}T12:00`)
    const title = long.format(date)
    const near = back < 2 ? relative.format(-back, 'day') : ''
    return { day, title, text: searchable([title, day, numeric.format(date), near].join(' ')) }
  })
}

/** Returns the days that a query names. */
export function daysFound(query: string, days: readonly SearchableDay[]): readonly SearchableDay[] {
  const finds = finderOf(query)
  return days.filter(({ text }) => finds(text))
}
