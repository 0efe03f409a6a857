import type { ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
import { arePeopleApart, isSameCompany, type SameDecision } from '../../../contract/rules/crew/possiblySame.ts'
import { plainName, type Who } from '../../../contract/rules/presence.ts'

export interface SameEntries {
  /** The entry with more details. */
  readonly stays: ListEntry
  readonly was: ListEntry
}

/** Pairs to decide about at once: the others follow. */
const mostPairs = 10

const digitsOf = (mobile: string | undefined): string => (mobile ?? '').replace(/\D+/g, '')

/** The person of an entry, as sign-ins name them. */
export const whoOf = ({ key, name, values: { company, mobile } }: ListEntry): Who => ({ person: key, name, company, mobile })

/**
 * Returns pairs of people of a list who have the same mobile number, or the same name and no other company, without the
 * pairs of whom a manager has decided that they are two people.
 */
export function sameEntries(entries: readonly ListEntry[], decisions: readonly SameDecision[]): SameEntries[] {
  const areApart = arePeopleApart(decisions)
  const groups = new Map<string, ListEntry[]>()
  const put = (key: string, entry: ListEntry) => groups.set(key, [...(groups.get(key) ?? []), entry])
  for (const entry of entries) {
    const mobile = digitsOf(entry.values['mobile'])
    if (mobile !== '') put(`m:${mobile}`, entry)
    put(`n:${plainName(entry.name)}`, entry)
  }
  const pairs = new Map<string, SameEntries>()
  for (const [key, group] of groups) {
    const [stays, ...others] = group.sort((a, b) => Object.keys(b.values).length - Object.keys(a.values).length)
    if (!stays) continue
    for (const was of others) {
      const pair = { stays: whoOf(stays), was: whoOf(was) }
      const isLikely = key.startsWith('m:') || isSameCompany(pair.stays, pair.was)
      if (isLikely && !areApart(pair)) pairs.set([stays.key, was.key].sort().join(' '), { stays, was })
    }
  }
  return [...pairs.values()].slice(0, mostPairs)
}
