import { useEffect, useMemo } from 'react'
import { gateRoster, mergeRoster, presenceHours, type RosterPerson, seenPerson } from '../../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { hour, presenceOf, type Stay, type Who, whoIsWho } from '../../../contract/rules/presence.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { forgetOwnRecords, useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { getStore } from '../../store/db/store.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { usePresence } from './usePresence.ts'

/** How often a gate fetches its roster, ms. */
const rosterEvery = 5 * 60_000
const day = 24 * hour

export type Roster = AnswerOf<typeof gateRoster>

export type InductionState = 'none' | 'valid' | 'missing' | 'expired'

export interface Gate {
  /** Everyone that this gate can recognize, by name; includes the sign-ins of this device. */
  readonly people: readonly RosterPerson[]
  /** The current stay of a person, if they are on site. */
  stayOf(who: Who): Stay | undefined
  /** The gate's current data of a person; undefined if the gate does not know them. */
  same(who: Who): RosterPerson | undefined
  /** People on site, the latest first. */
  readonly latest: readonly Stay[]
  readonly onSite: number
  induction(person: RosterPerson): InductionState
  /** Sign-ins and sign-outs of this device that are not sent yet. */
  readonly unsent: number
  readonly fetchedAt: number | undefined
  readonly stale: boolean
  readonly timezones: Readonly<Record<string, string>>
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** Returns the state of a person's induction for the project. */
export function inductionState(induction: Roster['induction'], person: RosterPerson, now: number): InductionState {
  if (!induction || (person.visitor && !induction.visitors)) return 'none'
  if (!person.inducted) return 'missing'
  return now - person.inducted.at > induction.days * day ? 'expired' : 'valid'
}

/** Returns the cached roster, refreshed at intervals. */
export function useRoster(id: string): Cached<Roster> {
  const roster = useCached(gateRoster, { gate: id })
  useFresh(roster.refresh, rosterEvery)
  return roster
}

/**
 * Returns all data of a gate: its roster, who is on site, and the sign-ins of this device since. Works
 * offline.
 */
export function useGate(data: Roster, now: number): Gate {
  const owner = useOwner()
  const { events, timezones, unsent, server, same } = usePresence(data.gate.team, now)
  const inductionForm = data.induction?.form
  const inducted = useOwnRecords(useMemo(() => (inductionForm ? [`forms/${inductionForm}/`] : []), [inductionForm]))

  const people = useMemo(() => {
    const done = (inducted ?? []).flatMap(({ path, model, at }): RosterPerson[] => {
      const name = text(model['name'])
      const company = text(model['company'])
      const mobile = text(model['mobile'])
      return name ? [{ name, ...(company && { company }), ...(mobile && { mobile }), inducted: { at, path } }] : []
    })
    return mergeRoster([data.people, events.map(seenPerson), done], same)
  }, [data, events, inducted, same])

  const { onSite } = useMemo(() => presenceOf({ events, now, timezones, others: people, same }), [events, now, timezones, people, same])
  const known = useMemo(() => {
    const keyOf = whoIsWho([...events, ...people], same)
    const stays = new Map(onSite.map((stay) => [stay.key, stay]))
    const byKey = new Map(people.map((person) => [keyOf(person), person]))
    return { stayOf: (who: Who) => stays.get(keyOf(who)), same: (who: Who) => byKey.get(keyOf(who)) }
  }, [events, people, onSite, same])
  const latest = useMemo(() => [...onSite].sort((a, b) => b.since - a.since), [onSite])

  // A gate makes thousands of records; those that the server also returns need not be stored twice.
  const { form } = data.gate
  useEffect(() => {
    const store = getStore()
    void forgetOwnRecords(store, owner, `forms/${form}/`, store.now() - presenceHours * hour).catch(() => undefined)
  }, [form, owner])

  return {
    people,
    ...known,
    latest,
    onSite: onSite.length,
    induction: (person) => inductionState(data.induction, person, now),
    unsent,
    fetchedAt: server.fetchedAt,
    stale: server.stale,
    timezones,
  }
}

/** Returns the site where people sign in unless they choose another. */
export const siteOfGate = ({ gate, sites }: Roster): string | undefined => gate.site ?? sites[0]?.id
