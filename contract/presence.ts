/** A sign-in or a sign-out at a gate. Never changed once made: who is on site follows from all of them, wherever and whenever they arrive. */
export interface AttendanceEvent {
  /** Of the record. */
  readonly id: string
  readonly direction: 'in' | 'out'
  /** ms since 1970, the device's clock put right by its error. */
  readonly at: number
  /** When the server got it, ms; absent for one that has not arrived. */
  readonly received?: number | undefined
  readonly site?: string | undefined
  /** The bot of the gate. */
  readonly gate?: string | undefined
  readonly name: string
  readonly company?: string | undefined
  /** E.164. */
  readonly mobile?: string | undefined
  /** In the project's list of people. */
  readonly person?: string | undefined
  readonly visitor?: boolean | undefined
  readonly host?: string | undefined
  readonly device?: string | undefined
}

/** Whom an event is about, as far as somebody at a gate knew it. */
export type Who = Pick<AttendanceEvent, 'name' | 'company' | 'mobile' | 'person'>

export interface Stay {
  /** The same for the same person in everything that was looked at together. */
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
  /** Longer here than a shift. */
  readonly overdue: boolean
}

export interface Departure extends Stay {
  /** Signed out, ms; of a forgotten sign-out when the day ended. */
  readonly until: number
}

export interface Presence {
  /** By name. */
  readonly onSite: readonly Stay[]
  /** Nobody signed them out, and their day has ended: they may still be there. The latest stay of each, by name. */
  readonly forgotten: readonly Departure[]
  /** Their latest stay ended with a sign-out, by name. */
  readonly left: readonly Departure[]
}

export const hour = 3_600_000
/** Longer on site than this is overdue. */
export const shiftHours = 12
/** The day's end signs nobody out who came less than this long ago: nights are worked too. */
export const longestStayHours = 16

/** Spelling that a gate does not ask for: accents, case, points and spaces. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Tells who is who among everybody that is looked at together; two with one name stay two. The list's id is the surest sign, then the mobile
 * number, then name and company. A surer sign takes over a weaker one only where that points to it alone.
 */
export function whoIsWho(all: readonly Who[]): (who: Who) => string {
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
  const sureOfName = new Map<string, Set<string>>()
  for (const who of all) {
    const key = sure(who)
    if (key) add(sureOfName, named(who), key)
  }
  return (who) => sure(who) ?? only(sureOfName.get(named(who))) ?? named(who)
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}

const only = (set: ReadonlySet<string> | undefined): string | undefined => (set?.size === 1 ? [...set][0] : undefined)

/** Each event once, as the server has it where it does: nothing happens after it was received. */
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
const inOrder = (a: AttendanceEvent, b: AttendanceEvent) =>
  a.at - b.at || rank[a.direction] - rank[b.direction] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export interface PresenceQuestion {
  readonly events: Iterable<AttendanceEvent>
  readonly now: number
  /** Of sites; where a site has none, the day ends at midnight UTC. */
  readonly timezones?: Readonly<Record<string, string>> | undefined
  /** Others to tell apart from those of the events, e.g. the people of a roll call. */
  readonly others?: readonly Who[] | undefined
}

/** Who is on site. The same events give the same answer in every order, however often each is told. */
export function presenceOf({ events, now, timezones = {}, others = [] }: PresenceQuestion): Presence {
  const all = eventsOnce(events)
  const keyOf = whoIsWho([...all, ...others])
  const people = new Map<string, AttendanceEvent[]>()
  for (const event of all) {
    const key = keyOf(event)
    const own = people.get(key)
    if (own) own.push(event)
    else people.set(key, [event])
  }
  const onSite: Stay[] = []
  const forgotten: Departure[] = []
  const left: Departure[] = []
  for (const [key, own] of people) {
    own.sort(inOrder)
    let stay: Open | undefined
    let last: { stay: Open; until: number; forgotten: boolean } | undefined
    for (const event of own) {
      const ends = stay && endOfStay(stay, timezones)
      if (stay && ends !== undefined && ends <= event.at) {
        last = { stay, until: ends, forgotten: true }
        stay = undefined
      }
      if (event.direction === 'out') {
        if (stay) last = { stay, until: event.at, forgotten: false }
        // Nobody who went out is looked for, whatever became of their sign-in.
        else if (last?.forgotten) last = { ...last, until: event.at, forgotten: false }
        stay = undefined
      } else if (stay && stay.first.site === event.site) stay = { ...stay, last: event }
      else stay = { first: event, last: event }
    }
    const ends = stay && endOfStay(stay, timezones)
    if (stay && ends !== undefined && ends <= now) {
      last = { stay, until: ends, forgotten: true }
      stay = undefined
    }
    if (stay) onSite.push(stayOf(key, stay, own, now))
    else if (last) (last.forgotten ? forgotten : left).push({ ...stayOf(key, last.stay, own, last.until), until: last.until })
  }
  return { onSite: onSite.sort(byName), forgotten: forgotten.sort(byName), left: left.sort(byName) }
}

interface Open {
  readonly first: AttendanceEvent
  /** The latest sign-in: somebody who signs in twice is still there. */
  readonly last: AttendanceEvent
}

const byName = (a: Stay, b: Stay) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : 1)

function stayOf(key: string, { first, last }: Open, own: readonly AttendanceEvent[], until: number): Stay {
  // What one gate did not ask, another did.
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

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at a moment, as if they were UTC, ms. */
function shownIn(zone: string, at: number): number {
  let clock = clocks.get(zone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
    clocks.set(zone, clock)
  }
  const value = Object.fromEntries(clock.formatToParts(at).map((part) => [part.type, Number(part.value)]))
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0, second = 0 } = value
  return Date.UTC(year, month - 1, day, hours, minute, second)
}

const knownZones = new Map<string, boolean>()

function isZone(zone: string): boolean {
  let known = knownZones.get(zone)
  if (known === undefined) {
    try {
      known = Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
    } catch {
      known = false
    }
    knownZones.set(zone, known)
  }
  return known
}

/** The moment when the clocks of a zone show this, where `shown` is that time as if it were UTC; an unknown zone is UTC. */
export function momentIn(zone: string | undefined, shown: number): number {
  if (!zone || !isZone(zone)) return shown
  let at = shown
  // Twice, since the zone's offset may be another one at the first guess.
  for (let turn = 0; turn < 2; turn++) at = shown - (shownIn(zone, at) - at)
  return at
}

const day = 24 * hour

/** The next midnight of a zone after a moment. */
export function endOfDay(at: number, zone: string | undefined): number {
  const whole = Math.floor(at / 1000) * 1000
  const shown = zone && isZone(zone) ? shownIn(zone, whole) : whole
  return momentIn(zone, Math.floor(shown / day) * day + day)
}
