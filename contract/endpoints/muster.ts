import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { compareTexts } from '../rules/compareTexts.ts'
import { type AttendanceEvent, eventsOnce, hour, presenceOf, type SamePair, type Stay, type Who, whoIsWho } from '../rules/presence.ts'
import { Id } from './records.ts'

/**
 * A roll call after an alarm. Wardens only add events, so the events of several offline wardens merge without
 * loss.
 */

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const Person = z.object({
  name,
  company: z.optional(z.string().check(z.maxLength(120))),
  mobile: z.optional(z.string().check(z.maxLength(30))),
  person: z.optional(z.string().check(z.maxLength(120))),
})

/** The state that a warden gives a person. `waiting` takes an earlier state back. */
export const markStates = ['safe', 'missing', 'left', 'waiting'] as const
export const MarkState = z.enum(markStates)
export type MarkState = z.output<typeof MarkState>

/** Maximum number of people in the start event of a roll call. */
export const longestRoll = 3000

const base = {
  /** The roll call that the warden's device knew; two that overlap are one (`mustersOf`). */
  muster: Id,
  /** The device's time corrected by its skew, ISO 8601. */
  at: z.iso.datetime(),
  skewMs: z.number(),
}

/** The record of an event, at `muster/<team>/<id>`. */
export const MusterEvent = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('start'),
    drill: z.boolean(),
    /** Only this site; absent for the whole project. */
    site: z.optional(z.string()),
    /** The people on site, as far as that device knew. */
    roll: z.array(Person).check(z.maxLength(longestRoll)),
  }),
  z.object({ ...base, type: z.literal('mark'), person: Person, state: MarkState, note: z.optional(z.string().check(z.maxLength(500))) }),
  z.object({ ...base, type: z.literal('end') }),
])
export type MusterEvent = z.output<typeof MusterEvent>

/** Reads a stored event by hand, because devices have no zod; undefined when it is invalid. */
export function musterEventOf(value: unknown): MusterEvent | undefined {
  const event = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>
  if (typeof event['muster'] !== 'string' || Number.isNaN(Date.parse(String(event['at'])))) return undefined
  const isPerson = (one: unknown) => typeof (one as { name?: unknown } | null)?.name === 'string'
  switch (event['type']) {
    case 'start':
      return Array.isArray(event['roll']) && event['roll'].every(isPerson) ? (event as MusterEvent) : undefined
    case 'mark':
      return isPerson(event['person']) && markStates.some((state) => state === event['state']) ? (event as MusterEvent) : undefined
    case 'end':
      return event as MusterEvent
    default:
      return undefined
  }
}

/** An event with the id and the author of its record. */
export type HeldMusterEvent = MusterEvent & { readonly id: string; readonly by?: string | undefined; readonly byName?: string | undefined }

export const musterPath = (team: string, id: string) => `muster/${team}/${id}`

/** Maximum number of events that the server returns for one project; the oldest are left out. */
export const mostMusterEvents = 5000

/** The events of a project's roll calls, newest first, at most `mostMusterEvents`. */
export const musterEvents = endpoint({
  method: 'GET',
  path: '/api/musters/:team',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  answer: z.object({
    events: z.array(z.object({ id: z.string(), by: z.string(), byName: z.optional(z.string()), event: z.unknown() })),
    more: z.optional(z.boolean()),
  }),
})

/** A roll call without an end event is over after this time, ms. */
export const longestMuster = 12 * hour

export interface Word {
  readonly id: string
  readonly state: MarkState
  /** ms. */
  readonly at: number
  readonly by: string | undefined
  readonly byName: string | undefined
  readonly note: string | undefined
}

export interface OnRoll {
  readonly key: string
  readonly name: string
  readonly company: string | undefined
  readonly mobile: string | undefined
  readonly person: string | undefined
  readonly site: string | undefined
  readonly visitor: boolean
  readonly since: number | undefined
  readonly state: MarkState
  /** The latest mark of a warden, or the sign-out at a gate; undefined when there is none yet. */
  readonly word: Word | undefined
  /** When the gate saw the person leave, ms; set only when the warden's mark is absent or older. */
  readonly signedOut: number | undefined
  /** True when the person came in after the alarm. */
  readonly cameLater: boolean
  /** The latest mark of each warden when they disagree, newest first. */
  readonly conflict: readonly Word[]
}

export interface Muster {
  /** The smallest id of the roll calls that were merged. */
  readonly id: string
  readonly ids: readonly string[]
  readonly drill: boolean
  readonly site: string | undefined
  /** ms. */
  readonly startedAt: number
  readonly startedBy: string | undefined
  readonly endedAt: number | undefined
  readonly endedBy: string | undefined
  /** All people who helped, by name. */
  readonly wardens: readonly string[]
  readonly events: readonly HeldMusterEvent[]
}

const time = (event: MusterEvent) => Date.parse(event.at)
const inOrder = (a: HeldMusterEvent, b: HeldMusterEvent) => time(a) - time(b) || compareTexts(a.id, b.id)

/**
 * The roll calls of a project, newest first. Two offline wardens who both raise the alarm run one roll call.
 */
export function mustersOf(events: Iterable<HeldMusterEvent>): Muster[] {
  const once = [...new Map([...events].map((event) => [event.id, event])).values()].sort(inOrder)
  const byMuster = new Map<string, HeldMusterEvent[]>()
  for (const event of once) {
    const own = byMuster.get(event.muster)
    if (own) own.push(event)
    else byMuster.set(event.muster, [event])
  }
  const spans = [...byMuster].map(([id, own]) => {
    const from = Math.min(...own.map(time))
    const ended = own.findLast((event) => event.type === 'end')
    const last = Math.max(...own.map(time))
    return { id, own, from, until: ended ? Math.max(time(ended), from) : Math.max(last, from + hour) }
  })
  spans.sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))
  const groups: { spans: typeof spans; until: number }[] = []
  for (const span of spans) {
    const group = groups.at(-1)
    if (group && span.from <= group.until) {
      group.spans.push(span)
      group.until = Math.max(group.until, span.until)
    } else groups.push({ spans: [span], until: span.until })
  }
  return groups.map(musterOf).reverse()
}

function musterOf({ spans }: { spans: readonly { id: string; own: readonly HeldMusterEvent[]; from: number }[] }): Muster {
  const events = spans.flatMap(({ own }) => own).sort(inOrder)
  const starts = events.filter((event) => event.type === 'start')
  const first = starts[0]
  const startedAt = Math.min(...events.map(time))
  const end = events.findLast((event) => event.type === 'end')
  // A new alarm after the end starts the roll call again.
  const ended = end && !starts.some((start) => time(start) > time(end)) ? end : undefined
  const sites = new Set(starts.map(({ site }) => site))
  return {
    id: spans.map(({ id }) => id).reduce((a, b) => (a < b ? a : b)),
    ids: spans.map(({ id }) => id),
    drill: starts.length > 0 && starts.every(({ drill }) => drill),
    site: sites.size === 1 ? [...sites][0] : undefined,
    startedAt,
    startedBy: first?.byName,
    endedAt: ended && time(ended),
    endedBy: ended?.byName,
    wardens: [...new Set(events.flatMap(({ byName }) => byName ?? []))].sort(),
    events,
  }
}

export const isOver = (muster: Muster, now: number): boolean => muster.endedAt !== undefined || now - muster.startedAt > longestMuster

interface Entry {
  readonly who: Who
  readonly stay?: Pick<Stay, 'site' | 'visitor' | 'since'> | undefined
  readonly cameLater?: boolean | undefined
}

export interface RollQuestion {
  readonly muster: Muster
  /** Events of the project's gates, as far as they are known. */
  readonly attendance: Iterable<AttendanceEvent>
  readonly timezones?: Readonly<Record<string, string>> | undefined
  readonly now: number
  readonly same?: readonly SamePair[] | undefined
}

/**
 * The people to account for and the state of each: those on site at the alarm, those who came later, and
 * those a warden added.
 */
export function rollOf({ muster, attendance, timezones = {}, now, same }: RollQuestion): OnRoll[] {
  const gates = eventsOnce(attendance).filter((event) => muster.site === undefined || event.site === muster.site)
  const snapshots = muster.events.flatMap((event) => (event.type === 'start' ? event.roll : []))
  const marks = muster.events.filter((event) => event.type === 'mark')
  const others: Who[] = [...snapshots, ...marks.map(({ person }) => person)]
  const keyOf = whoIsWho([...gates, ...others], same)
  const until = muster.endedAt ?? now

  const roll = new Map<string, Entry>()
  const { startedAt } = muster
  const before = gates.filter((event) => event.at <= startedAt)
  for (const stay of presenceOf({ events: before, now: startedAt, timezones, others: [...gates, ...others], same }).onSite)
    roll.set(stay.key, { who: stay, stay })
  const enter = (key: string, entry: Entry) => {
    if (!roll.has(key)) roll.set(key, entry)
  }
  for (const who of snapshots) enter(keyOf(who), { who })
  const lastOut = new Map<string, number>()
  const lastIn = new Map<string, number>()
  for (const event of gates) {
    const key = keyOf(event)
    if (event.at > until) continue
    const latest = event.direction === 'in' ? lastIn : lastOut
    latest.set(key, Math.max(latest.get(key) ?? -Infinity, event.at))
    if (event.direction === 'in' && event.at > startedAt)
      enter(key, { who: event, stay: { site: event.site, visitor: event.visitor ?? false, since: event.at }, cameLater: true })
  }
  const words = new Map<string, Word[]>()
  for (const { id, at, state, note, person, by, byName } of marks) {
    const key = keyOf(person)
    enter(key, { who: person })
    const word: Word = { id, state, at: Date.parse(at), by, byName, note }
    const own = words.get(key)
    if (own) own.push(word)
    else words.set(key, [word])
  }
  return [...roll]
    .map(([key, { who, stay, cameLater = false }]): OnRoll => {
      const own = (words.get(key) ?? []).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      const word = own[0]
      const signedOut = signedOutSince(word, lastIn.get(key), lastOut.get(key))
      return {
        key,
        name: who.name,
        company: who.company,
        mobile: who.mobile,
        person: who.person,
        site: stay?.site,
        visitor: stay?.visitor ?? false,
        since: stay?.since,
        state: signedOut !== undefined ? 'left' : (word?.state ?? 'waiting'),
        word: word?.state === 'waiting' ? undefined : word,
        signedOut,
        cameLater,
        conflict: signedOut === undefined ? conflictOf(own) : [],
      }
    })
    .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.key, b.key))
}

/** When the person signed out, ms, unless they signed in or a warden marked them after it. */
function signedOutSince(word: Word | undefined, lastIn: number | undefined, lastOut: number | undefined): number | undefined {
  if (lastOut === undefined || lastOut < (lastIn ?? -Infinity)) return undefined
  return word === undefined || lastOut > word.at ? lastOut : undefined
}

/**
 * The latest mark of each warden when they differ. A mark that was taken back does not count. `words` is
 * newest first.
 */
function conflictOf(words: readonly Word[]): readonly Word[] {
  const latest = new Map<string, Word>()
  for (const word of words) {
    const warden = word.by ?? ''
    if (!latest.has(warden)) latest.set(warden, word)
  }
  const said = [...latest.values()].filter(({ state }) => state !== 'waiting')
  return new Set(said.map(({ state }) => state)).size > 1 ? said : []
}

export interface Tally {
  readonly total: number
  readonly safe: number
  readonly left: number
  readonly missing: number
  readonly waiting: number
}

export function tallyOf(roll: readonly OnRoll[]): Tally {
  const count = (state: MarkState) => roll.filter((one) => one.state === state).length
  return { total: roll.length, safe: count('safe'), left: count('left'), missing: count('missing'), waiting: count('waiting') }
}
