import { useMemo } from 'react'
import { type Gate, inductionState, type Roster } from './useGate.ts'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { plainName, type Who } from '../../../contract/rules/presence.ts'
import { useSeen } from '../../store/kiosk/noteSeen.ts'

const nameKey = ({ name, company }: Who) => `${plainName(name)}|${plainName(company ?? '')}`

/**
 * Returns the data of a gate at a kiosk: its roster, and the people who signed in there since. It does not
 * contain who is on site, so that the kiosk can't show it.
 */
export function useKioskGate(data: Roster, now: number): Gate {
  const seen = useSeen(data.gate.id)
  const people = useMemo(() => {
    const all = new Map<string, RosterPerson>(data.people.map((person, n) => [person.person ?? `${n}`, person]))
    const named = new Map(data.people.map((person, n) => [nameKey(person), person.person ?? `${n}`]))
    for (const { gate: _gate, at: _at, ...one } of seen) {
      const known = (one.person !== undefined && all.has(one.person) ? one.person : undefined) ?? named.get(nameKey(one))
      const before = known === undefined ? undefined : all.get(known)
      const inducted = (before?.inducted?.at ?? 0) >= (one.inducted?.at ?? 0) ? before?.inducted : one.inducted
      all.set(known ?? nameKey(one), { ...one, ...before, ...(inducted && { inducted }) })
    }
    return [...all.values()]
  }, [data.people, seen])
  return useMemo(
    () => ({
      people,
      stayOf: () => undefined,
      same: (who) =>
        people.find((one) =>
          who.person !== undefined ? one.person === who.person : one.person === undefined && nameKey(one) === nameKey(who),
        ),
      latest: [],
      onSite: 0,
      induction: (person) => inductionState(data.induction, person, now),
      unsent: 0,
      fetchedAt: undefined,
      stale: false,
      timezones: {},
    }),
    [people, data.induction, now],
  )
}
