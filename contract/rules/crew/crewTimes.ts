import { compareTexts } from '../compareTexts.ts'
import { daysLater, readDay } from '../daysLater.ts'
import { momentIn } from '../inZone.ts'
import { type AttendanceEvent, eventsByPerson, eventsOnce, hour, longestStayHours, type SamePair, type Who, whoIsWho } from '../presence.ts'

const minute = 60_000

/** How a project counts time. */
export interface TimeRules {
  /** In and out are rounded to the nearest multiple of these minutes of the clock; 1: exact. */
  readonly step: number
  /** Minutes that are taken off as a break, unless a longer one was measured or a person entered one. */
  readonly breakMinutes: number
  /** Only for longer presence, hours. */
  readonly breakAfterHours: number
  /** A correction needs a reason. */
  readonly reason: boolean
}

/** The choices of `step`, minutes. */
export const timeSteps = [1, 5, 6, 10, 15, 30] as const
export const exactTimes: TimeRules = { step: 1, breakMinutes: 0, breakAfterHours: 6, reason: false }
export const longestBreak = 12 * 60

/** Times that a person entered in place of those of the gates. The newest one of a person and day counts. */
export interface TimeCorrection {
  readonly id: string
  readonly who: Who
  /** ms. Absent with `takenBack`: the times of the gates count again. */
  readonly in?: number | undefined
  /** Absent while the person is on site. */
  readonly out?: number | undefined
  readonly breakMinutes: number
  readonly reason?: string | undefined
  readonly takenBack?: boolean | undefined
  /** When it was entered, ms. */
  readonly at: number
  readonly byName?: string | undefined
  /** The server does not have it yet. */
  readonly waits?: boolean | undefined
}

/** The day of one person. Times are ms. */
export interface CrewTime {
  readonly key: string
  readonly who: Who
  readonly visitor: boolean
  readonly in: number
  readonly out: number | undefined
  readonly breakMinutes: number
  /** onSite: counts until now. noSignOut: the person did not sign out, so the time is not known. */
  readonly state: 'onSite' | 'left' | 'noSignOut'
  /** Rounded by the rules, without the break; undefined without a sign-out. */
  readonly minutes: number | undefined
  /** The correction that counts. */
  readonly correction: TimeCorrection | undefined
  /** What the gates saw; undefined for a person whom only a correction names. */
  readonly seen: { readonly in: number; readonly out: number | undefined; readonly breakMinutes: number } | undefined
}

export interface CrewDay {
  /** yyyy-MM-dd. */
  readonly day: string
  readonly zone: string | undefined
  readonly rules: TimeRules
  readonly events: readonly AttendanceEvent[]
  readonly corrections: readonly TimeCorrection[]
  readonly now: number
  readonly same?: readonly SamePair[] | undefined
}

/** The first moment of a day, and that of the next one, ms. */
export const boundsOfDay = (day: string, zone: string | undefined): readonly [number, number] => [
  momentIn(zone, readDay(day).getTime()),
  momentIn(zone, readDay(daysLater(day, 1)).getTime()),
]

interface Seen {
  readonly in: number
  readonly out: number | undefined
  readonly breakMinutes: number
}

/** Returns the times of everyone with a day that began on this date, by company and name. A night shift belongs to its first day. */
export function crewTimesOf({ day, zone, rules, events, corrections, now, same }: CrewDay): CrewTime[] {
  const bounds = boundsOfDay(day, zone)
  const all = eventsOnce(events)
  const keyOf = whoIsWho([...all, ...corrections.map(({ who }) => who)], same)
  const people = eventsByPerson(all, keyOf)
  const newest = new Map<string, TimeCorrection>()
  for (const one of corrections) {
    const key = keyOf(one.who)
    const before = newest.get(key)
    if (!before || before.at < one.at || (before.at === one.at && before.id < one.id)) newest.set(key, one)
  }
  const keys = [...new Set([...people.keys(), ...newest.keys()])]
  return keys
    .flatMap((key): CrewTime[] => {
      const own = (people.get(key) ?? []).sort((a, b) => a.at - b.at || Number(a.direction === 'out') - Number(b.direction === 'out'))
      const seen = seenOf(own, bounds)
      const given = newest.get(key)
      const correction = given?.takenBack ? undefined : given
      const who = whoOf(own, given)
      const times = timesOf(seen, correction)
      if (!who || !times) return []
      return [
        { key, who, visitor: own.at(-1)?.visitor === true, seen, correction, ...counted(times, correction !== undefined, rules, now) },
      ]
    })
    .sort((a, b) => compareTexts(a.who.company ?? '', b.who.company ?? '') || compareTexts(a.who.name, b.who.name))
}

function whoOf(events: readonly AttendanceEvent[], correction: TimeCorrection | undefined): Who | undefined {
  const last = events.at(-1)
  if (!last) return correction?.who
  const company = last.company ?? events.findLast((event) => event.company !== undefined)?.company
  return { name: last.name, company, mobile: last.mobile, person: last.person }
}

const timesOf = (seen: Seen | undefined, correction: TimeCorrection | undefined): Seen | undefined =>
  correction?.in === undefined ? seen : { in: correction.in, out: correction.out, breakMinutes: correction.breakMinutes }

/** What the gates saw of one person on the day: from the first sign-in to the last sign-out; time outside in between is a break. */
function seenOf(events: readonly AttendanceEvent[], [start, end]: readonly [number, number]): Seen | undefined {
  let first: number | undefined
  let out: number | undefined
  let isIn = false
  let away = 0
  for (const { direction, at } of events) {
    if (direction === 'in') {
      // A sign-in of the next day begins the next day.
      if (at >= end) break
      if (at < start || isIn) continue
      if (out !== undefined) away += at - out
      first ??= at
      isIn = true
    } else if (isIn && first !== undefined && at - first <= longestStayHours * hour) {
      out = at
      isIn = false
    }
  }
  if (first === undefined) return undefined
  return { in: first, out: isIn ? undefined : out, breakMinutes: Math.round(away / minute) }
}

function counted(
  times: Seen,
  isEntered: boolean,
  rules: TimeRules,
  now: number,
): Pick<CrewTime, 'in' | 'out' | 'breakMinutes' | 'state' | 'minutes'> {
  const { in: from, out } = times
  const state = out === undefined ? stillThere(from, now) : 'left'
  const until = out ?? (state === 'onSite' ? now : undefined)
  if (until === undefined) return { in: from, out, breakMinutes: times.breakMinutes, state, minutes: undefined }
  const present = (rounded(until, rules.step) - rounded(from, rules.step)) / minute
  const isLong = present > rules.breakAfterHours * 60
  const breakMinutes = isEntered || !isLong ? times.breakMinutes : Math.max(times.breakMinutes, rules.breakMinutes)
  return { in: from, out, breakMinutes, state, minutes: Math.max(0, Math.round(present) - breakMinutes) }
}

const stillThere = (from: number, now: number) => (now - from > longestStayHours * hour ? 'noSignOut' : 'onSite')

/** The nearest multiple of `step` minutes; zones differ from UTC by multiples of 15 minutes, so 30 may be off in a few. */
const rounded = (at: number, step: number): number => Math.round(at / (step * minute)) * step * minute
