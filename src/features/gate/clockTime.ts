import { isSameDay } from 'date-fns/isSameDay'
import { isSameYear } from 'date-fns/isSameYear'
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes'
import { minutesToHours } from 'date-fns/minutesToHours'
import { msg, plural, t } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import type { MarkState } from '../../../contract/endpoints/muster.ts'

/** Returns a duration (ms) as '35 min' or '4 h 05 min'. */
export function lasted(ms: number): string {
  const minutes = Math.max(0, millisecondsToMinutes(ms))
  if (minutes < 60) return t`${minutes} min`
  const hours = minutesToHours(minutes)
  const rest = String(minutes % 60).padStart(2, '0')
  return t`${hours} h ${rest} min`
}

/**
 * Returns the time of day, with the date if the day is not that of `now`, and with the year if the year
 * differs.
 */
export function clockTime(i18n: I18n, at: number, now: number): string {
  const then = new Date(at)
  if (isSameDay(at, now)) return i18n.date(then, { timeStyle: 'short' })
  const year = isSameYear(at, now) ? undefined : 'numeric'
  return i18n.date(then, { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

export const notSentWords = (count: number): string =>
  plural(count, { one: '# event of this device not yet sent', other: '# events of this device not yet sent' })

export const stateNames = {
  safe: msg`Safe`,
  missing: msg`Not found`,
  left: msg`Left the site`,
  waiting: msg`Not checked yet`,
} as const satisfies Record<MarkState, unknown>
