import { t } from '@lingui/core/macro'
import { dateOf, formatDate, formatTime, isTime } from '../../lib/formatDate.ts'
import { type Item, text } from './itemsOf.ts'

/**
 * Check-in and check-out times are ISO 8601 timestamps; a plain HH:mm from another source is shown as it is.
 */
export const stamp = (): string => new Date().toISOString()

const two = (n: number) => String(n).padStart(2, '0')
const clockAt = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`

/** The time of day of a check-in or check-out, HH:mm; '' if there is none. */
export function clockOf(given: string): string {
  if (isTime(given)) return given
  const at = new Date(given)
  return given === '' || Number.isNaN(at.getTime()) ? '' : clockAt(at)
}

/** '6:45 AM'; with the date in front if it is not `today`; '' if there is none. */
export function momentOf(value: unknown, today: string, language: string): string {
  const given = text(value)
  if (given === '' || isTime(given)) return formatTime(given)
  const at = new Date(given)
  if (Number.isNaN(at.getTime())) return given
  const time = formatTime(clockAt(at))
  const date = dateOf(at)
  return date === today ? time : `${formatDate(date, language)} · ${time}`
}

export const isOut = (item: Item): boolean => text(item['checkoutTime']) !== ''

/**
 * True if the check-out was stamped after the form was loaded; then it can be cleared (spec/1 §4.3). `found`
 * is the list as it was loaded.
 */
export const stampedHere = (item: Item, found: readonly Item[]): boolean =>
  isOut(item) && !found.some(({ checkoutTime }) => checkoutTime === item['checkoutTime'])

/** Text of a row about the check-in time. */
export function arrivalWords(item: Item, today: string, language: string): string {
  const time = momentOf(item['checkinTime'], today, language)
  return time === '' ? t`Not checked in` : t`In ${time}`
}
