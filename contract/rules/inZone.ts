import { TZDateMini } from '@date-fns/tz/date/mini'
import { tzOffset } from '@date-fns/tz/tzOffset'
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { millisecondsInMinute } from 'date-fns/constants'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'

const known = new Set(['UTC'])

/** The zone, or UTC for one that Intl does not know: `tzOffset` would read an offset out of any text. */
export function knownZone(zone: string | null | undefined): string {
  if (!zone) return 'UTC'
  if (known.has(zone)) return zone
  try {
    // Throws a RangeError for an unknown zone.
    Intl.DateTimeFormat('en', { timeZone: zone })
    known.add(zone)
    return zone
  } catch {
    return 'UTC'
  }
}

/**
 * Returns a moment with the local fields (day, hour, weekday) of a time zone. An unknown zone is read as UTC.
 * Only for reading: the setters of `TZDate` are an hour wrong near a clock change of the device's own zone.
 */
export const inZone = (zone: string | undefined, at: Date | number): Date => new TZDateMini(Number(at), knownZone(zone))

/** How far the clocks of a zone are ahead of UTC, ms. */
const offsetOf = (zone: string, at: Date | number): number => Math.round(tzOffset(zone, new Date(at)) * millisecondsInMinute)

/**
 * The moment when the clocks of a zone show the local time `shown` (given as if it were UTC), ms. If they show
 * the time twice, this is the first one; if they skip it, the offset before the change counts.
 */
export function momentIn(zone: string | undefined, shown: number): number {
  const place = knownZone(zone)
  const early = shown - offsetOf(place, subDays(new UTCDateMini(shown), 1))
  const late = shown - offsetOf(place, early)
  return offsetOf(place, late) === offsetOf(place, early) ? late : early
}

/** The next midnight of a zone after a moment, ms. */
export const endOfDay = (at: number, zone: string | undefined): number =>
  momentIn(zone, addDays(startOfDay(new UTCDateMini(at + offsetOf(knownZone(zone), at))), 1).getTime())
