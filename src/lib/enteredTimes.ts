import { addDays } from 'date-fns/addDays'

export interface TypedTimes {
  /** yyyy-MM-dd, the day of the time in. */
  readonly day: string
  /** HH:mm; '' where none was entered. */
  readonly in: string
  readonly out: string
}

export interface EnteredTimes {
  readonly checkinTime: Date
  readonly checkoutTime: Date | undefined
  readonly faults: { readonly in?: 'missing' | 'future'; readonly out?: 'future' | 'before' }
}

/**
 * Reads the times of day that a person entered, on the clock of the device. A time out at or before the time in is on
 * the next day if that has passed: shifts go over midnight. The milliseconds are those of `now`: a list tells two
 * check-outs of the same minute apart.
 */
export function enteredTimes(typed: TypedTimes, now: Date): EnteredTimes {
  const at = (clock: string) => {
    const moment = new Date(`${typed.day}T${clock}:00`)
    moment.setMilliseconds(now.getMilliseconds())
    return moment
  }
  const from = at(typed.in)
  if (typed.in === '') return { checkinTime: from, checkoutTime: undefined, faults: { in: 'missing' } }
  const inFault = from > now ? ({ in: 'future' } as const) : {}
  if (typed.out === '') return { checkinTime: from, checkoutTime: undefined, faults: inFault }
  const same = at(typed.out)
  if (same > from) return { checkinTime: from, checkoutTime: same, faults: { ...inFault, ...(same > now && { out: 'future' }) } }
  const next = addDays(same, 1)
  return { checkinTime: from, checkoutTime: next, faults: { ...inFault, ...(next > now && { out: 'before' }) } }
}
