import { lightFormat } from 'date-fns/lightFormat'
import { dayOf } from '../daysLater.ts'
import { inZone } from '../inZone.ts'

/** Returns the day (yyyy-MM-dd) and the day with its time (24 hours) in a time zone, or in UTC if the zone is unknown. */
export function clockAt(zone: string | undefined, at: Date | number): { readonly today: string; readonly now: string } {
  const there = inZone(zone, at)
  const today = dayOf(there)
  return { today, now: `${today} ${lightFormat(there, 'HH:mm')}` }
}
