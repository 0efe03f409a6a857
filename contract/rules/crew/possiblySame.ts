import { compareTexts } from '../compareTexts.ts'
import { type AttendanceEvent, plainName, type SamePair, type Who, whoIsWho } from '../presence.ts'

/** A manager's decision about two people of a project. A later decision about the same two replaces it. */
export interface SameDecision extends SamePair {
  /** The id of the record. */
  readonly id: string
  readonly isSame: boolean
  /** ms. */
  readonly at: number
}

/** Why two people may be one: the number, the name and the company, or a phone that only these two have used. */
export type SameReason = 'number' | 'name' | 'device'

export interface PossiblySame extends SamePair {
  readonly reason: SameReason
}

const idOf = ({ person, mobile, name, company }: Who): string => {
  if (person) return `i:${person}`
  return mobile ? `m:${mobile}` : `n:${plainName(name)}|${plainName(company ?? '')}`
}
const pairKey = ({ stays, was }: SamePair): string => [idOf(stays), idOf(was)].sort().join('\n')

function newestOf(decisions: readonly SameDecision[]): ReadonlyMap<string, SameDecision> {
  const newest = new Map<string, SameDecision>()
  for (const one of decisions) {
    const before = newest.get(pairKey(one))
    if (!before || before.at < one.at || (before.at === one.at && before.id < one.id)) newest.set(pairKey(one), one)
  }
  return newest
}

/** The decisions that two people are one, newest first. */
export const sameOnes = (decisions: readonly SameDecision[]): SameDecision[] =>
  [...newestOf(decisions).values()].filter(({ isSame }) => isSame).sort((a, b) => b.at - a.at || compareTexts(a.id, b.id))

/** Returns whether a manager has decided that a pair is two people. */
export function arePeopleApart(decisions: readonly SameDecision[]): (pair: SamePair) => boolean {
  const newest = newestOf(decisions)
  return (pair) => newest.get(pairKey(pair))?.isSame === false
}

interface Known {
  readonly who: Who
  readonly at: number
}

/** The fuller of two: on the people list, then with a number, then the latest. */
const rankOf = ({ who, at }: Known): number => (who.person ? 4e15 : 0) + (who.mobile ? 2e15 : 0) + at

/** Maximum number of pairs to decide about at once: the others follow. */
const mostPairs = 20

const sharesWord = (a: string, b: string): boolean => {
  const words = new Set(plainName(a).split(' '))
  return plainName(b)
    .split(' ')
    .some((word) => word.length > 1 && words.has(word))
}

/** True if both have the same company, or one has none. */
export const isSameCompany = (a: Pick<Who, 'company'>, b: Pick<Who, 'company'>): boolean => {
  const [one, other] = [plainName(a.company ?? ''), plainName(b.company ?? '')]
  return one === other || one === '' || other === ''
}

/** Returns a person after one more event: the name of the latest event, and the details of all. */
function fuller(before: Known | undefined, { name, company, mobile, person, at }: AttendanceEvent): Known {
  if (!before) return { who: { name, company, mobile, person }, at }
  const { who } = before
  return {
    who: {
      name: before.at <= at ? name : who.name,
      company: company ?? who.company,
      mobile: mobile ?? who.mobile,
      person: person ?? who.person,
    },
    at: Math.max(at, before.at),
  }
}

/** People by key, and their keys by number, name and device. */
function gathered(events: readonly AttendanceEvent[], keyOf: (who: Who) => string) {
  const people = new Map<string, Known>()
  const groups: Record<SameReason, Map<string, Set<string>>> = { number: new Map(), name: new Map(), device: new Map() }
  for (const event of events) {
    const key = keyOf(event)
    people.set(key, fuller(people.get(key), event))
    const { name, mobile, device } = event
    for (const [reason, value] of [
      ['number', mobile],
      ['name', plainName(name)],
      ['device', device],
    ] as const) {
      if (!value) continue
      const keys = groups[reason].get(value)
      if (keys) keys.add(key)
      else groups[reason].set(value, new Set([key]))
    }
  }
  return { people, groups }
}

const isLikely: Readonly<Record<SameReason, (a: Who, b: Who, many: number) => boolean>> = {
  number: () => true,
  name: isSameCompany,
  // A device of a gate has many people; a phone with two names has probably one.
  device: (a, b, many) => many === 2 && sharesWord(a.name, b.name),
}

/** Returns pairs of people who may be one, without the pairs that a manager has decided about. */
export function possiblySame(events: readonly AttendanceEvent[], decisions: readonly SameDecision[]): PossiblySame[] {
  const decided = newestOf(decisions)
  const { people, groups } = gathered(events, whoIsWho(events, sameOnes(decisions)))
  const pairs = new Map<string, PossiblySame>()
  for (const reason of ['number', 'name', 'device'] as const)
    for (const keys of groups[reason].values()) {
      const group = [...keys].flatMap((key) => people.get(key) ?? []).sort((a, b) => rankOf(b) - rankOf(a))
      const [first, ...others] = group
      if (!first) continue
      for (const other of others) {
        const pair = { stays: first.who, was: other.who, reason }
        if (!isLikely[reason](pair.stays, pair.was, group.length)) continue
        if (!decided.has(pairKey(pair)) && !pairs.has(pairKey(pair))) pairs.set(pairKey(pair), pair)
      }
    }
  return [...pairs.values()].sort((a, b) => compareTexts(a.stays.name, b.stays.name)).slice(0, mostPairs)
}
