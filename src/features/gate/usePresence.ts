import { useMemo } from 'react'
import { attendanceOf, onSiteEvents, type GateInfo, type GateSite } from '../../../contract/endpoints/attendance.ts'
import { type AttendanceEvent, eventsOnce, type Presence, presenceOf, type SamePair } from '../../../contract/rules/presence.ts'
import { type SameDecision, sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { useSameDecisions } from '../../store/queries/useSameDecisions.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'

/** Interval at which a screen fetches sign-ins from other devices, ms. */
const presenceEvery = 20_000

export interface ProjectPresence {
  readonly server: Cached<AnswerOf<typeof onSiteEvents>>
  /** Events of the server and of this device, without duplicates. */
  readonly events: readonly AttendanceEvent[]
  readonly presence: Presence
  /** What managers have decided about people who may be one; `same`: those who are. */
  readonly decisions: readonly SameDecision[]
  readonly same: readonly SamePair[]
  readonly sites: readonly GateSite[]
  readonly gates: readonly GateInfo[]
  readonly timezones: Readonly<Record<string, string>>
  /** Sign-ins and sign-outs of this device that are not sent yet. */
  readonly unsent: number
}

const noGates: readonly GateInfo[] = []
const noSites: readonly GateSite[] = []

/**
 * Returns the people on site in a project: the server's last data with this device's events since. Works
 * offline.
 */
export function usePresence(team: string, now: number): ProjectPresence {
  const server = useCached(onSiteEvents, { team })
  useFresh(server.refresh, presenceEvery)
  const { data } = server
  const gates = data?.gates ?? noGates
  const sites = data?.sites ?? noSites
  const own = useOwnRecords(useMemo(() => [...new Set(gates.map(({ form }) => `forms/${form}/`))], [gates]))
  const timezones = useMemo(() => Object.fromEntries(sites.map(({ id, timezone }) => [id, timezone])), [sites])
  const events = useMemo(() => {
    const gateOf = new Map(gates.map(({ form, id }) => [`forms/${form}`, id]))
    const mine = (own ?? []).flatMap(({ path, model, at }) => {
      const event = attendanceOf({ path, model, at, gate: gateOf.get(path.slice(0, path.lastIndexOf('/'))) }, timezones)
      return event ? [event] : []
    })
    return eventsOnce([...(data?.events ?? []), ...mine])
  }, [data, own, gates, timezones])
  const decisions = useSameDecisions(team, data?.same, server)
  const same = useMemo(() => sameOnes(decisions), [decisions])
  const presence = useMemo(() => presenceOf({ events, now, timezones, same }), [events, now, timezones, same])
  return { server, events, presence, decisions, same, sites, gates, timezones, unsent: (own ?? []).filter(({ waits }) => waits).length }
}
