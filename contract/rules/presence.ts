import { millisecondsInHour } from 'date-fns/constants'
import { compareTexts } from './compareTexts.ts'
import { endOfDay } from './inZone.ts'

/**
 * A sign-in or a sign-out at a gate. Events never change: who is on site is computed from all of them, in any
 * order of arrival.
 */
export interface AttendanceEvent {
  /** The id of the record. */
  readonly id: string
  readonly direction: 'in' | 'out'
  /** ms since 1970, the device's clock corrected by its skew. */
  readonly at: number
  /** When the server received it, ms; absent when it is not sent yet. */
  readonly received?: number | undefined
  readonly site?: string | undefined
  /** The bot of the gate. */
  readonly gate?: string | undefined
  readonly name: string
  readonly company?: string | undefined
  /** E.164. */
  readonly mobile?: string | undefined
  /** The id on the project's people list. */
  readonly person?: string | undefined
  readonly visitor?: boolean | undefined
  readonly host?: string | undefined
  readonly device?: string | undefined
}

/** The person of an event, as far as the gate knew them. */
export type Who = Pick<AttendanceEvent, 'name' | 'company' | 'mobile' | 'person'>

/** Two people whom a manager has merged. */
export interface SamePair {
  /** Both have the key of this person from then on. */
  readonly stays: Who
  readonly was: Who
}

export interface Stay {
  /** Identifies a person among all events that were evaluated together. */
  readonly key: string
  readonly name: string
  readonly company: string | undefined
  readonly mobile: string | undefined
  readonly person: string | undefined
  readonly visitor: boolean
  readonly host: string | undefined
  readonly site: string | undefined
  readonly gate: string | undefined
  /** First sign-in of this stay, ms. */
  readonly since: number
  /** True when the stay is longer than a shift. */
  readonly overdue: boolean
}

export interface Departure extends Stay {
  /** When the person signed out, ms; for a forgotten sign-out, when the day ended. */
  readonly until: number
}

export interface Presence {
  /** Sorted by name. */
  readonly onSite: readonly Stay[]
  /**
   * People without a sign-out after the end of their day: they may still be on site. The latest stay of each,
   * by name.
   */
  readonly forgotten: readonly Departure[]
  /** People with a sign-out at the end of their latest stay, by name. */
  readonly left: readonly Departure[]
}

export const hour = millisecondsInHour
/** A longer stay is overdue, hours. */
export const shiftHours = 12
/**
 * The end of the day does not end a stay until this long after its last sign-in, hours, because of night
 * shifts.
 */
export const longestStayHours = 16

/** Normalizes a name: ignores accents, case, points and spaces. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Identifies people among all given ones; two people with one name stay separate. The id of the people list
 * has priority, then the mobile number, then name and company. A stronger key replaces a weaker one only when
 * the weaker one matches it alone. `same`: pairs that a manager has merged.
 */
export function whoIsWho(given: readonly Who[], same: readonly SamePair[] = []): (who: Who) => string {
  const all = same.length === 0 ? given : [...given, ...same.flatMap(({ stays, was }) => [stays, was])]
  const idsOfMobile = new Map<string, Set<string>>()
  const companiesOfName = new Map<string, Set<string>>()
  for (const { person, mobile, name, company } of all) {
    if (person && mobile) add(idsOfMobile, mobile, person)
    if (company && plainName(company)) add(companiesOfName, plainName(name), plainName(company))
  }
  const sure = ({ person, mobile }: Who): string | undefined => {
    if (person) return `i:${person}`
    if (!mobile) return undefined
    const id = only(idsOfMobile.get(mobile))
    return id === undefined ? `m:${mobile}` : `i:${id}`
  }
  const named = ({ name, company }: Who): string => {
    const plain = plainName(name)
    return `n:${plain}|${(company && plainName(company)) || only(companiesOfName.get(plain)) || ''}`
  }
  const keyAlone = (who: Who) => sure(who) ?? named(who)
  const rootOf = rootsOf(same.map(({ stays, was }) => [keyAlone(stays), keyAlone(was)]))
  const sureOfName = new Map<string, Set<string>>()
  for (const who of all) {
    const key = sure(who)
    if (key) add(sureOfName, named(who), rootOf(key))
  }
  return (who) => rootOf(sure(who) ?? only(sureOfName.get(named(who))) ?? named(who))
}

/** Returns the key of a person after all merges, by any of their keys; each pair is the key that stays and the one that is merged. */
function rootsOf(pairs: readonly (readonly [string, string])[]): (key: string) => string {
  const into = new Map<string, string>()
  const rootOf = (key: string): string => {
    let at = key
    for (let next = into.get(at); next !== undefined; next = into.get(at)) at = next
    return at
  }
  for (const [stays, was] of pairs) {
    const [root, merged] = [rootOf(stays), rootOf(was)]
    if (root !== merged) into.set(merged, root)
  }
  return rootOf
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}

const only = (set: ReadonlySet<string> | undefined): string | undefined => (set?.size === 1 ? [...set][0] : undefined)

/** Removes duplicates and prefers the server's copy. No event is later than when the server received it. */
export function eventsOnce(events: Iterable<AttendanceEvent>): AttendanceEvent[] {
  const known = new Map<string, AttendanceEvent>()
  for (const event of events) {
    const before = known.get(event.id)
    if (before === undefined || (before.received ?? Infinity) > (event.received ?? Infinity)) known.set(event.id, event)
  }
  return [...known.values()].map((event) =>
    event.received !== undefined && event.received < event.at ? { ...event, at: event.received } : event,
  )
}

const rank = { in: 0, out: 1 }
const inOrder = (a: AttendanceEvent, b: AttendanceEvent) => a.at - b.at || rank[a.direction] - rank[b.direction] || compareTexts(a.id, b.id)

export interface PresenceQuestion {
  readonly events: Iterable<AttendanceEvent>
  readonly now: number
  /** Time zones by site; without one, the day ends at midnight UTC. */
  readonly timezones?: Readonly<Record<string, string>> | undefined
  /** More people to tell apart from those of the events, e.g. the people of a roll call. */
  readonly others?: readonly Who[] | undefined
  readonly same?: readonly SamePair[] | undefined
}

/** Returns the events of each person, in their order. */
export function eventsByPerson(
  events: readonly AttendanceEvent[],
  keyOf: (event: AttendanceEvent) => string,
): Map<string, AttendanceEvent[]> {
  const people = new Map<string, AttendanceEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    const own = people.get(key)
    if (own) own.push(event)
    else people.set(key, [event])
  }
  return people
}

/** Computes who is on site. The result does not depend on the order of events or on duplicates. */
export function presenceOf({ events, now, timezones = {}, others = [], same }: PresenceQuestion): Presence {
  const all = eventsOnce(events)
  const keyOf = whoIsWho([...all, ...others], same)
  const people = eventsByPerson(all, keyOf)
  const onSite: Stay[] = []
  const forgotten: Departure[] = []
  const left: Departure[] = []
  for (const [key, own] of people) {
    own.sort(inOrder)
    const { open, ended } = latestStay(own, now, timezones)
    if (open) onSite.push(stayOf(key, open, own, now))
    else if (ended) (ended.forgotten ? forgotten : left).push({ ...stayOf(key, ended.stay, own, ended.until), until: ended.until })
  }
  return { onSite: onSite.sort(byName), forgotten: forgotten.sort(byName), left: left.sort(byName) }
}

interface Open {
  readonly first: AttendanceEvent
  /** The latest sign-in: a person who signs in twice is still on site. */
  readonly last: AttendanceEvent
}

interface Ended {
  readonly stay: Open
  /** ms. */
  readonly until: number
  /** True when the day ended the stay, because the person did not sign out. */
  readonly forgotten: boolean
}

/** The stay of a person that is open at `now`, and their latest ended one. `events` are all of theirs, in order. */
function latestStay(
  events: readonly AttendanceEvent[],
  now: number,
  timezones: Readonly<Record<string, string>>,
): { open: Open | undefined; ended: Ended | undefined } {
  let open: Open | undefined
  let ended: Ended | undefined
  for (const event of events) {
    const forgotten = open && forgottenStay(open, event.at, timezones)
    if (forgotten) {
      ended = forgotten
      open = undefined
    }
    if (event.direction === 'out') {
      if (open) ended = { stay: open, until: event.at, forgotten: false }
      // A person who signed out is not missing, even when the end of the day had already ended their stay.
      else if (ended?.forgotten) ended = { ...ended, until: event.at, forgotten: false }
      open = undefined
    } else if (open && open.first.site === event.site) open = { ...open, last: event }
    else open = { first: event, last: event }
  }
  const forgotten = open && forgottenStay(open, now, timezones)
  return forgotten ? { open: undefined, ended: forgotten } : { open, ended }
}

/** The stay as the end of its day ended it; undefined when that is after `at`. */
function forgottenStay(stay: Open, at: number, timezones: Readonly<Record<string, string>>): Ended | undefined {
  const until = endOfStay(stay, timezones)
  return until <= at ? { stay, until, forgotten: true } : undefined
}

const byName = (a: Stay, b: Stay) => compareTexts(a.name, b.name) || compareTexts(a.key, b.key)

function stayOf(key: string, { first, last }: Open, own: readonly AttendanceEvent[], until: number): Stay {
  // One gate may have asked for data that another did not.
  const known = <K extends keyof AttendanceEvent>(name: K): AttendanceEvent[K] | undefined =>
    last[name] ?? own.findLast((event) => event[name] !== undefined)?.[name]
  return {
    key,
    name: last.name,
    company: known('company'),
    mobile: known('mobile'),
    person: known('person'),
    visitor: last.visitor ?? false,
    host: last.host,
    site: first.site,
    gate: last.gate,
    since: first.at,
    overdue: until - first.at > shiftHours * hour,
  }
}

function endOfStay({ first, last }: Open, timezones: Readonly<Record<string, string>>): number {
  return Math.max(endOfDay(last.at, timezones[first.site ?? '']), last.at + longestStayHours * hour)
}
