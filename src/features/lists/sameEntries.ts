import type { ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
import { plainName } from '../../../contract/rules/presence.ts'

export interface SameEntries {
  /** The entry with more details. */
  readonly stays: ListEntry
  readonly was: ListEntry
}

/** Pairs to decide about at once: the others follow. */
const mostPairs = 10

const digitsOf = (mobile: string | undefined): string => (mobile ?? '').replace(/\D+/g, '')

/** Returns pairs of people of a list who have the same mobile number, or the same name and no other company. */
export function sameEntries(entries: readonly ListEntry[]): SameEntries[] {
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
    for (const was of stays ? others : []) {
      const companies = [stays, was].map((entry) => plainName(entry?.values['company'] ?? ''))
      const isLikely = key.startsWith('m:') || companies[0] === companies[1] || companies.includes('')
      if (stays && isLikely) pairs.set([stays.key, was.key].sort().join(' '), { stays, was })
    }
  }
  return [...pairs.values()].slice(0, mostPairs)
}
