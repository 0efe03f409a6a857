import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type AttendanceEvent, momentIn, whoIsWho } from './presence.ts'
import type { Model } from './records.ts'

/** The class of the bots whose forms tell who comes and goes (spec/3 §3.9). */
export const attendanceClass = 'attendance'
/** The class of the bots whose forms are a site's induction. */
export const orientationClass = 'orientation'

/** Days that an induction holds where its bot does not say so (`validDays`). */
export const inductionDays = 365

/** How long the server tells of sign-ins and sign-outs, hours: longer than anybody stays. */
export const presenceHours = 48

/**
 * What a gate adds to the answers of its form under `attendance`: who it was as the gate knew them, and when. The form's own attributes say the
 * same in the form's words, so that a check-in by form and one at the gate screen are the same kind of record.
 */
export const Attendance = z.object({
  gate: z.string(),
  name: z.string(),
  company: z.optional(z.string()),
  mobile: z.optional(z.string()),
  person: z.optional(z.string()),
  visitor: z.optional(z.boolean()),
  /** ISO 8601: by the device's clock put right by `skewMs`. */
  at: z.string(),
  skewMs: z.number(),
  via: z.enum(['list', 'badge', 'new', 'muster']),
  /** The induction record that let them in. */
  induction: z.optional(z.string()),
})
export type Attendance = z.output<typeof Attendance>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** What a gate added, as far as it can be used; checked by hand, since devices check no shapes. */
function gatePart(value: unknown): Pick<Attendance, 'gate' | 'name' | 'company' | 'mobile' | 'person' | 'at'> | undefined {
  const { gate, name, company, mobile, person, at } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const [itsGate, itsName, itsTime] = [text(gate), text(name), text(at)]
  if (!itsGate || !itsName || !itsTime) return undefined
  return { gate: itsGate, name: itsName, at: itsTime, ...defined({ company: text(company), mobile: text(mobile), person: text(person) }) }
}

export interface Arrived {
  readonly path: string
  readonly model: Model
  /** The device's time of the save, put right, ms. */
  readonly at: number
  readonly received?: number | undefined
  readonly device?: string | undefined
  /** The bot that fills this form where the record does not name one. */
  readonly gate?: string | undefined
}

/** Reads a record of an attendance form; undefined for one that says neither in nor out, or names nobody. Times of day are those of the site. */
export function attendanceOf(
  { path, model, at, received, device, gate }: Arrived,
  timezones: Readonly<Record<string, string>> = {},
): AttendanceEvent | undefined {
  const direction = model['direction']
  if ((direction !== 'in' && direction !== 'out') || model['deleted'] === true) return undefined
  const own = gatePart(model['attendance'])
  const visitor = model['visitor'] === true
  const site = text(model['site'])
  const person = visitor ? undefined : text(model['person'])
  const name = own?.name ?? (visitor ? text(model['visitor_name']) : (person ?? text(model['visitor_name'])))
  if (!name) return undefined
  const told = saidTime(model, own, timezones[site ?? ''])
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    direction,
    at: isMoment(told) ? told : at,
    name,
    ...defined({
      received,
      device,
      site,
      gate: own?.gate ?? gate,
      company: own?.company ?? text(model['company']),
      mobile: own?.mobile ?? text(model['mobile']),
      person: own ? own.person : person,
      host: text(model['host']),
    }),
    ...(visitor && { visitor }),
  }
}

function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** What no clock at a gate shows, and no calendar can work with; NaN neither. */
const isMoment = (at: number | undefined): at is number => at !== undefined && at > Date.UTC(2000, 0) && at < Date.UTC(2100, 0)

/** When the record says that it was, NaN for what is no time; undefined: it says nothing. */
const saidTime = (model: Model, own: Pick<Attendance, 'at'> | undefined, zone: string | undefined): number | undefined =>
  own ? Date.parse(own.at) : toldTime(model, zone)

/** "It was at another time": the day and time that the person gave. */
function toldTime(model: Model, zone: string | undefined): number | undefined {
  if (model['different_time'] !== true) return undefined
  const shown = Date.parse(`${text(model['date']) ?? ''}T${text(model['time']) ?? ''}:00Z`)
  return isMoment(shown) ? momentIn(zone, shown) : Number.NaN
}

/**
 * Why a manager should look at a sign-in or sign-out: it says neither in nor out, or names nobody; its time is none, lies after its arrival, or
 * before the project began; its person is not on the project's list of people, or on another project's alone.
 */
export const doubtReasons = ['unreadable', 'badTime', 'future', 'early', 'unknown', 'elsewhere'] as const
export type DoubtReason = (typeof doubtReasons)[number]

/** Clocks may be so far apart, ms. */
const clockPlay = 5 * 60_000

export interface Believed {
  /** When the project began, ms. */
  readonly began: number
  readonly timezones: Readonly<Record<string, string>>
  /** Where the person with this id is on the list. */
  listed(person: string): 'here' | 'elsewhere' | 'nowhere'
}

/** What is doubtful about a record of an attendance form; it counts all the same, as far as it can be read. */
export function doubtsOf(arrived: Arrived & { readonly received: number }, { began, timezones, listed }: Believed): DoubtReason[] {
  const { model, received } = arrived
  if (model['deleted'] === true) return []
  const event = attendanceOf(arrived, timezones)
  if (!event) return ['unreadable']
  const said = saidTime(model, gatePart(model['attendance']), timezones[event.site ?? ''])
  const reasons: DoubtReason[] = []
  if (said !== undefined && !isMoment(said)) reasons.push('badTime')
  else if (event.at > received + clockPlay) reasons.push('future')
  else if (event.at < began) reasons.push('early')
  const where = event.person === undefined ? 'here' : listed(event.person)
  if (where !== 'here') reasons.push(where === 'nowhere' ? 'unknown' : 'elsewhere')
  return reasons
}

export interface SignIn {
  readonly direction: 'in' | 'out'
  readonly gate: Pick<GateInfo, 'id' | 'form'>
  readonly site: string | undefined
  readonly who: Pick<RosterPerson, 'name' | 'company' | 'mobile' | 'person' | 'visitor' | 'host'>
  readonly via: Attendance['via']
  /** The device's clock, ms, and the server's minus it. */
  readonly deviceAt: number
  readonly skewMs: number
  readonly induction?: string | undefined
  readonly photo?: Model | undefined
}

/** The record of a sign-in or sign-out at a gate, in the words of the check-in form and in its own. `id` is that of the new record. */
export function attendanceModel(id: string, { direction, gate, site, who, via, deviceAt, skewMs, induction, photo }: SignIn): Model {
  const { name, company, mobile, person, visitor, host } = who
  const attendance: Attendance = {
    gate: gate.id,
    name,
    at: new Date(deviceAt + skewMs).toISOString(),
    skewMs,
    via,
    ...defined({ company, mobile, person, induction }),
    ...(visitor && { visitor }),
  }
  return {
    key: id,
    title: `${name} · ${direction}`,
    titleStatus: 'Processing',
    tags: ['Processing'],
    deleted: false,
    direction,
    ...(visitor ? { visitor: true, visitor_name: name } : { visitor: false, person: person ?? name }),
    ...defined({ site, company, mobile, host }),
    attendance,
    ...(photo && { photo: [photo] }),
  }
}

const Site = z.object({ id: z.string(), name: z.string(), timezone: z.string() })
export type GateSite = z.output<typeof Site>

const GateInfo = z.object({
  /** The attendance bot. */
  id: z.string(),
  title: z.string(),
  team: z.string(),
  teamName: z.string(),
  form: z.string(),
  site: z.optional(z.string()),
})
export type GateInfo = z.output<typeof GateInfo>

/** Somebody whom a gate may recognise: of the project's list of people, or seen here before. */
export const RosterPerson = z.object({
  name: z.string(),
  company: z.optional(z.string()),
  mobile: z.optional(z.string()),
  person: z.optional(z.string()),
  role: z.optional(z.string()),
  visitor: z.optional(z.boolean()),
  host: z.optional(z.string()),
  /** Last seen at a gate, ms. */
  seen: z.optional(z.number()),
  /** Their latest induction: when, ms, and the record. */
  inducted: z.optional(z.object({ at: z.number(), path: z.string() })),
  /** In place of the number for a kiosk: whoever types the whole number is recognised by it (`numberText`). */
  numberKey: z.optional(z.string()),
})
export type RosterPerson = z.output<typeof RosterPerson>

/** What is hashed (SHA-256, base64url, `numberKeyLength` of it) for a number in E.164, so that a kiosk holds no number that can be read. */
export const numberText = (salt: string, mobile: string): string => `${salt}:${mobile}`
export const numberKeyLength = 16

/** Whom an event tells of, for the next time. */
export function seenPerson({ name, company, mobile, person, visitor, host, at }: AttendanceEvent): RosterPerson {
  return { name, ...defined({ company, mobile, person, host }), ...(visitor && { visitor }), seen: at }
}

/** Everybody once, by name: what one source does not know, another does. The first one that knows somebody names them. */
export function mergeRoster(...sources: readonly (readonly RosterPerson[])[]): RosterPerson[] {
  const all = sources.flat()
  const keyOf = whoIsWho(all)
  const known = new Map<string, RosterPerson>()
  for (const one of all) {
    const key = keyOf(one)
    const before = known.get(key)
    known.set(key, before ? { ...one, ...before, ...latest(before, one) } : one)
  }
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function latest(a: RosterPerson, b: RosterPerson): Pick<RosterPerson, 'seen' | 'inducted'> {
  const seen = Math.max(a.seen ?? 0, b.seen ?? 0)
  const inducted = (a.inducted?.at ?? 0) >= (b.inducted?.at ?? 0) ? a.inducted : b.inducted
  return { ...(seen > 0 && { seen }), ...(inducted && { inducted }) }
}

/** Most people of a roster. */
export const longestRoster = 20_000

/** The attendance bots of the projects in which this person may run a gate. */
export const listGates = endpoint({
  method: 'GET',
  path: '/api/gates',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ gates: z.array(GateInfo) }),
})

/**
 * All that a gate needs to work without a connection. `gate` is an attendance bot, or a site that has one. A kiosk that shows the gate is told names,
 * companies and inductions alone: no numbers, no hosts, and not who has been here.
 */
export const gateRoster = endpoint({
  method: 'GET',
  path: '/api/gates/:gate',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ gate: z.string() }),
  answer: z.object({
    gate: GateInfo,
    sites: z.array(Site),
    people: z.array(RosterPerson),
    /** There are more people than a roster holds. */
    more: z.optional(z.boolean()),
    companies: z.array(z.string()),
    /** For a kiosk alone: what its `numberKey`s are made with. */
    salt: z.optional(z.string()),
    /** Absent where the project has no induction. */
    induction: z.optional(z.object({ form: z.string(), title: z.string(), days: z.number(), visitors: z.boolean() })),
  }),
})

const Event = z.object({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  at: z.number(),
  received: z.optional(z.number()),
  site: z.optional(z.string()),
  gate: z.optional(z.string()),
  name: z.string(),
  company: z.optional(z.string()),
  mobile: z.optional(z.string()),
  person: z.optional(z.string()),
  visitor: z.optional(z.boolean()),
  host: z.optional(z.string()),
  device: z.optional(z.string()),
})

const Doubt = z.object({
  path: z.string(),
  reasons: z.array(z.enum(doubtReasons)),
  /** As far as the record says it. */
  name: z.optional(z.string()),
  direction: z.optional(z.enum(['in', 'out'])),
  /** ms, as the record says it; absent where that is no time. */
  at: z.optional(z.number()),
  received: z.number(),
})
export type Doubt = z.output<typeof Doubt>

/** Most events that the server tells of one project at once. */
export const mostEvents = 10_000

/** The projects whose presence this person may see, by name, with how many were on site when the server looked. `limit` is 20, at most 50. */
export const onSiteProjects = endpoint({
  method: 'GET',
  path: '/api/onsite',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  answer: z.object({
    projects: z.array(z.object({ team: z.string(), name: z.string(), gates: z.number(), onSite: z.number(), overdue: z.number() })),
    next: z.optional(z.string()),
  }),
})

/** The sign-ins and sign-outs of a project in the last `presenceHours`; who is on site is worked out from them (presence.ts). */
export const onSiteEvents = endpoint({
  method: 'GET',
  path: '/api/onsite/:team',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  answer: z.object({
    team: z.string(),
    name: z.string(),
    sites: z.array(Site),
    gates: z.array(GateInfo),
    events: z.array(Event),
    /** Older events are left out: there are more than `mostEvents`. */
    more: z.optional(z.boolean()),
    /** What nobody has looked at yet, the newest first. */
    doubts: z.optional(z.array(Doubt)),
  }),
})

/** A manager has looked at a doubtful record. Whoever was first stays. */
export const doubtSeen = endpoint({
  method: 'POST',
  path: '/api/onsite/:team/seen',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  body: z.object({ path: z.string() }),
  answer: z.object({ seen: z.boolean() }),
})
