import { inZone } from '../../../contract/rules/inZone.ts'
import { dayOf } from '../../../contract/rules/daysLater.ts'

export interface Local {
  /** yyyy-MM-dd */
  readonly day: string
  readonly weekday: string
  /** Minutes since midnight. */
  readonly minute: number
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns the local day and time in a time zone. An unknown zone is read as UTC. */
export function localTime(timezone: string, at: Date): Local {
  const there = inZone(timezone, at)
  return { day: dayOf(there), weekday: weekdays[there.getDay()] ?? '', minute: there.getHours() * 60 + there.getMinutes() }
}
