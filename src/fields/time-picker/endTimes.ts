import { minutesOfTime, timeOfMinutes } from '../../lib/formatDate.ts'

/** Minutes between two choices. */
const step = 15
const day = 1440

export interface EndTime {
  readonly time: string
  /** Minutes after the start; undefined without a start. */
  readonly after: number | undefined
  readonly nextDay: boolean
}

/**
 * Minutes from a start to an end; with `overnight` an earlier end is on the next day. Undefined if there is
 * no such duration.
 */
export function minutesBetween(start: unknown, end: unknown, overnight: boolean): number | undefined {
  const from = minutesOfTime(start)
  const to = minutesOfTime(end)
  if (from === undefined || to === undefined || from === to) return undefined
  if (to > from) return to - from
  return overnight ? to + day - from : undefined
}

/**
 * Every 15 minutes after the start: until midnight, or for a whole day. Without a start, every quarter of an
 * hour.
 */
export function endTimes(start: unknown, overnight: boolean): EndTime[] {
  const from = minutesOfTime(start)
  const times: EndTime[] = []
  const first = from === undefined ? 0 : Math.floor(from / step) * step + step
  const end = from === undefined || !overnight ? day : from + day
  for (let at = first; at < end; at += step) {
    times.push({ time: timeOfMinutes(at), after: from === undefined ? undefined : at - from, nextDay: at >= day })
  }
  return times
}
