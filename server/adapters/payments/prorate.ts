import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMonths } from 'date-fns/addMonths'

/**
 * The value of a part of a price, cents: by the second, half a cent rounded up. All three arguments are
 * whole and not negative.
 */
export function prorate(amount: number, left: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((amount * left) / whole)
}

/** The same day this many months later, or the last day of a shorter month; the time of day stays. UTC. */
export function monthsLater(from: string, months: number): string {
  return addMonths(new UTCDateMini(from), months).toISOString()
}
