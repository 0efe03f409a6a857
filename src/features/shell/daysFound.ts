import { daysLater } from '../../../contract/rules/daysLater.ts'
import { findsWords } from '../../../contract/rules/search/findsWords.ts'

/** Days before today that are found. */
const daysBack = 60

export interface Day {
  /** ISO, e.g. `2026-11-26`. */
  readonly day: string
  /** In the language of the person: "Thursday, November 26, 2026". */
  readonly title: string
}

/**
 * Returns the last days that a query names by weekday, month and day, ISO date, "today" or "yesterday", newest first.
 * `today`: yyyy-MM-dd.
 */
export function daysFound(query: string, locale: string, today: string): readonly Day[] {
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  const numeric = new Intl.DateTimeFormat(locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return Array.from({ length: daysBack }, (_, back): Day & { readonly words: string } => {
    const day = daysLater(today, -back)
    const date = new Date(`${day}T12:00`)
    const title = long.format(date)
    const near = back < 2 ? relative.format(-back, 'day') : ''
    return { day, title, words: [title, day, numeric.format(date), near].join(' ') }
  })
    .filter(({ words }) => findsWords(query, words))
    .map(({ day, title }) => ({ day, title }))
}
