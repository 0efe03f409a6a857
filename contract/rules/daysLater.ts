import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'

/** Calendar days are text `yyyy-MM-dd`. They are computed in UTC, so that no clock change moves a day. */

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** Midnight UTC of a day; an invalid date for other text, also for 2026-02-30. */
export const readDay = (day: string): Date => parseISO(pattern.test(day) ? day : '', { in: (at) => new UTCDateMini(Number(new Date(at))) })

export const isDay = (text: unknown): text is string => typeof text === 'string' && isValid(readDay(text))

/** The day of a moment, by the local fields of the date: `inZone` gives those of a time zone. */
export const dayOf = (at: Date): string => formatISO(at, { representation: 'date' })

/** The day of a moment in UTC. */
export const utcDay = (at: Date | number): string => dayOf(new UTCDateMini(Number(at)))

/** The day `days` later; `days` can be negative. An invalid day stays unchanged. */
export function daysLater(day: string, days: number): string {
  const at = readDay(day)
  return isValid(at) ? dayOf(addDays(at, days)) : day
}
