import { inZone, momentIn } from '../../../contract/rules/inZone.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** The time of day of a moment in a zone, HH:mm. */
export function clockOf(at: number, zone: string | undefined): string {
  const shown = inZone(zone, at)
  return `${two(shown.getHours())}:${two(shown.getMinutes())}`
}

/** The moment when the clocks of a zone show this time (HH:mm) on a day, ms. */
export const momentOfClock = (day: string, clock: string, zone: string | undefined): number =>
  momentIn(zone, Date.parse(`${day}T${clock}:00Z`))

/** The same for a time out: one that is not after the time in is on the next day. */
export function momentOfOut(day: string, clock: string, zone: string | undefined, from: number): number {
  const same = momentOfClock(day, clock, zone)
  return same > from ? same : momentOfClock(daysLater(day, 1), clock, zone)
}
