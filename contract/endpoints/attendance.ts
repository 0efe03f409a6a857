import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { compareTexts } from '../rules/compareTexts.ts'
import { momentIn } from '../rules/inZone.ts'
import { type AttendanceEvent, type SamePair, whoIsWho } from '../rules/presence.ts'
import type { Model } from './records.ts'
import { StoredSame } from './site/SameRecord.ts'

/** Days that an induction is valid when its bot has no `validDays`. */
export const inductionDays = 365

/** How long the server returns sign-ins and sign-outs, hours: longer than any stay. */
export const presenceHours = 48

/**
 * Added by a gate to the answers of its form under `attendance`: the person as the gate knew them, and the
 * time. The form's own attributes hold the same in the terms of the form, so a check-in by form and one at
 * the gate screen are the same kind of record.
 */
export const Attendance = z.object({
  gate: z.string(),
  name: z.string(),
  company: z.optional(z.string()),
  mobile: z.optional(z.string()),
  person: z.optional(z.string()),
  visitor: z.optional(z.boolean()),
  /** ISO 8601: the device's clock corrected by `skewMs`. */
  at: z.string(),
  skewMs: z.number(),
  via: z.enum(['list', 'badge', 'new', 'muster']),
  /** The induction record that allowed the person to enter. */
  induction: z.optional(z.string()),
})
export type Attendance = z.output<typeof Attendance>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

type GatePart = Pick<Attendance, 'gate' | 'name' | 'company' | 'mobile' | 'person' | 'at'>

/**
 * The valid parts that a gate added; undefined when a required one is missing. Checked by hand because
 * devices have no zod.
 */
function gatePart(value: unknown): GatePart | undefined {
  const { gate, name, company, mobile, person, at } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const [itsGate, itsName, itsTime] = [text(gate), text(name), text(at)]
  if (!itsGate || !itsName || !itsTime) return undefined
  return { gate: itsGate, name: itsName, at: itsTime, ...defined({ company: text(company), mobile: text(mobile), person: text(person) }) }
}

export interface Arrived {
  readonly path: string
  readonly model: Model
  /** When the device saved the record, corrected by the clock skew, ms. */
  readonly at: number
  readonly received?: number | undefined
  readonly device?: string | undefined
  /** The bot that fills this form, used when the record names none. */
  readonly gate?: string | undefined
}

/** The person that a record of an attendance form names; what the gate added wins. */
function personIn(
  model: Model,
  own: GatePart | undefined,
): Pick<AttendanceEvent, 'company' | 'mobile' | 'person'> & { name: string | undefined } {
  if (own) {
    const { name, company, mobile, person } = own
    return { name, person, company: company ?? text(model['company']), mobile: mobile ?? text(model['mobile']) }
  }
  const person = model['visitor'] === true ? undefined : text(model['person'])
  return {
    name: person ?? text(model['visitor_name']),
    person,
    company: text(model['company']),
    mobile: text(model['mobile']),
  }
}

/**
 * Reads a record of an attendance form; undefined when it has no direction or no name. `date` and `time` are
 * local times of the site.
 */
export function attendanceOf(
  { path, model, at, received, device, gate }: Arrived,
  timezones: Readonly<Record<string, string>> = {},
): AttendanceEvent | undefined {
  const direction = model['direction']
  if ((direction !== 'in' && direction !== 'out') || model['deleted'] === true) return undefined
  const own = gatePart(model['attendance'])
  const visitor = model['visitor'] === true
  const site = text(model['site'])
  const { name, company, mobile, person } = personIn(model, own)
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
      company,
      mobile,
      person,
      host: text(model['host']),
    }),
    ...(visitor && { visitor }),
  }
}

function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** False for NaN and for times that no clock at a gate shows and no calendar supports. */
const isMoment = (at: number | undefined): at is number => at !== undefined && at > Date.UTC(2000, 0) && at < Date.UTC(2100, 0)

/** The time in the record, ms; NaN when it is invalid, undefined when the record has none. */
const saidTime = (model: Model, own: Pick<Attendance, 'at'> | undefined, zone: string | undefined): number | undefined =>
  own ? Date.parse(own.at) : toldTime(model, zone)

/** The answer to "It was at another time": the date and time that the person entered, ms. */
function toldTime(model: Model, zone: string | undefined): number | undefined {
  if (model['different_time'] !== true) return undefined
  const shown = Date.parse(`${text(model['date']) ?? ''}T${text(model['time']) ?? ''}:00Z`)
  return isMoment(shown) ? momentIn(zone, shown) : Number.NaN
}

/**
 * Why a manager has to review a sign-in or sign-out: `unreadable`: no direction or no name. `badTime`: the
 * time is invalid. `future`: the time is after the server received it. `early`: before the project began.
 * `unknown`: the person is not on the people list. `elsewhere`: the person is only on the list of another
 * project.
 */
export const doubtReasons = ['unreadable', 'badTime', 'future', 'early', 'unknown', 'elsewhere'] as const
export type DoubtReason = (typeof doubtReasons)[number]

/** The tolerated difference between two clocks, ms. */
const clockPlay = 5 * 60_000

export interface Believed {
  /** When the project began, ms. */
  readonly began: number
  readonly timezones: Readonly<Record<string, string>>
  /** Looks the person id up: on this project's people list, only on another project's list, or on no list. */
  listed(person: string): 'here' | 'elsewhere' | 'nowhere'
}

/**
 * The doubtful points of a record of an attendance form. The record counts anyway, as far as it can be read.
 */
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
  /** The device's clock, ms. `skewMs` is the server's clock minus the device's. */
  readonly deviceAt: number
  readonly skewMs: number
  readonly induction?: string | undefined
  readonly photo?: Model | undefined
}

/**
 * The record of a sign-in or sign-out at a gate, with the attributes of the check-in form and of the gate.
 * `id` is the id of the new record.
 */
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

export const GateSite = z.object({ id: z.string(), name: z.string(), timezone: z.string() })
export type GateSite = z.output<typeof GateSite>

export const GateInfo = z.object({
  /** The id of the attendance bot. */
  id: z.string(),
  title: z.string(),
  team: z.string(),
  teamName: z.string(),
  form: z.string(),
  site: z.optional(z.string()),
})
export type GateInfo = z.output<typeof GateInfo>

/** A person that a gate can recognize: from the project's people list, or seen here before. */
export const RosterPerson = z.object({
  name: z.string(),
  company: z.optional(z.string()),
  mobile: z.optional(z.string()),
  person: z.optional(z.string()),
  role: z.optional(z.string()),
  visitor: z.optional(z.boolean()),
  host: z.optional(z.string()),
  /** When a gate last saw the person, ms. */
  seen: z.optional(z.number()),
  /** The person's latest induction: its time, ms, and its record. */
  inducted: z.optional(z.object({ at: z.number(), path: z.string() })),
  /**
   * Replaces the mobile number on a kiosk: the kiosk recognizes a person by the whole number that they type
   * (`numberText`).
   */
  numberKey: z.optional(z.string()),
})
export type RosterPerson = z.output<typeof RosterPerson>

/**
 * The text to hash for a number in E.164 (SHA-256, base64url, the first `numberKeyLength` characters), so
 * that a kiosk stores no readable number.
 */
export const numberText = (salt: string, mobile: string): string => `${salt}:${mobile}`
export const numberKeyLength = 16

/** The person of an event, for the roster of the next sign-in. */
export function seenPerson({ name, company, mobile, person, visitor, host, at }: AttendanceEvent): RosterPerson {
  return { name, ...defined({ company, mobile, person, host }), ...(visitor && { visitor }), seen: at }
}

/**
 * Merges the sources: each person once, sorted by name. Sources complete each other; the first source with a
 * person gives the name.
 */
export function mergeRoster(sources: readonly (readonly RosterPerson[])[], same: readonly SamePair[] = []): RosterPerson[] {
  const all = sources.flat()
  const keyOf = whoIsWho(all, same)
  const known = new Map<string, RosterPerson>()
  for (const one of all) {
    const key = keyOf(one)
    const before = known.get(key)
    known.set(key, before ? { ...one, ...before, ...latest(before, one) } : one)
  }
  return [...known.values()].sort((a, b) => compareTexts(a.name, b.name))
}

function latest(a: RosterPerson, b: RosterPerson): Pick<RosterPerson, 'seen' | 'inducted'> {
  const seen = Math.max(a.seen ?? 0, b.seen ?? 0)
  const inducted = (a.inducted?.at ?? 0) >= (b.inducted?.at ?? 0) ? a.inducted : b.inducted
  return { ...(seen > 0 && { seen }), ...(inducted && { inducted }) }
}

/** Maximum number of people in a roster. */
export const longestRoster = 20_000

/** The attendance bots of the projects where this person can run a gate. */
export const listGates = endpoint({
  method: 'GET',
  path: '/api/gates',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ gates: z.array(GateInfo) }),
})

/**
 * Returns all data that a gate needs to work offline. `gate` is an attendance bot, or a site that has one. A
 * kiosk gets names, companies and inductions only: no numbers, no hosts, and not who was here before.
 */
export const gateRoster = endpoint({
  method: 'GET',
  path: '/api/gates/:gate',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ gate: z.string() }),
  answer: z.object({
    gate: GateInfo,
    sites: z.array(GateSite),
    people: z.array(RosterPerson),
    /** True when there are more people than the maximum of a roster. */
    more: z.optional(z.boolean()),
    companies: z.array(z.string()),
    /** Only for a kiosk: the salt of its `numberKey`s. */
    salt: z.optional(z.string()),
    /** Absent when the project has no induction. */
    induction: z.optional(z.object({ form: z.string(), title: z.string(), days: z.number(), visitors: z.boolean() })),
  }),
})

export const PresenceEvent = z.object({
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
  /** Absent when the record has none. */
  name: z.optional(z.string()),
  direction: z.optional(z.enum(['in', 'out'])),
  /** ms, from the record; absent when the time is invalid. */
  at: z.optional(z.number()),
  received: z.number(),
})
export type Doubt = z.output<typeof Doubt>

/** Maximum number of events that the server returns for one project. */
export const mostEvents = 10_000

/**
 * The projects for which this person can see who is on site, by name, with the number of people on site at
 * the time of the request. `limit` is 20, at most 50.
 */
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

/**
 * The sign-ins and sign-outs of a project in the last `presenceHours`. `presenceOf` (presence.ts) computes
 * from them who is on site.
 */
export const onSiteEvents = endpoint({
  method: 'GET',
  path: '/api/onsite/:team',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  answer: z.object({
    team: z.string(),
    name: z.string(),
    sites: z.array(GateSite),
    gates: z.array(GateInfo),
    events: z.array(PresenceEvent),
    /** True when there are more than `mostEvents`; the oldest are left out. */
    more: z.optional(z.boolean()),
    /** Doubtful records that no manager has reviewed yet, newest first. */
    doubts: z.optional(z.array(Doubt)),
    /** What managers have decided about people who may be one. */
    same: z.optional(z.array(StoredSame)),
  }),
})

/** Marks a doubtful record as reviewed by a manager. The first reviewer stays. */
export const doubtSeen = endpoint({
  method: 'POST',
  path: '/api/onsite/:team/seen',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  body: z.object({ path: z.string() }),
  answer: z.object({ seen: z.boolean() }),
})
