import { dayOf } from './daysLater.ts'
import { inZone } from './inZone.ts'

/** Returns the day (yyyy-MM-dd) of a moment in a time zone; without one, in that of this machine. */
export const dayIn = (zone: string | undefined, at: Date | number): string => dayOf(zone === undefined ? new Date(at) : inZone(zone, at))
