import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { GateInfo, onSiteEvents, onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { presenceOf } from '../../../contract/rules/presence.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { wholeNumber } from '../records/listRecords.ts'
import type { Membership, Person } from '../sign-in/person.ts'
import { eventsAhead, recentEvents, timezonesOf } from './recentEvents.ts'
import { openAnomalies } from './findAnomalies.ts'
import { sameDecisions, samePeopleOfTeams } from './sameDecisions.ts'
import { countedGates, gatesOfTeams, maySeePresence, sitesOfTeam, sitesOfTeams, teamsWithPresence } from './gatesFor.ts'

/** Returns the events from which devices compute the people on site. Throws Refused. */
export async function eventsOfProject(app: App, team: string, me: Person): Promise<AnswerOf<typeof onSiteEvents>> {
  const gates = await gatesOfTeams(app, [team])
  if (!maySeePresence(me, team)) throw forbidden()
  const sites = await sitesOfTeam(app, team)
  const { events, more } = await recentEvents(app, await countedGates(app, [team]), sites)
  const name = me.teams.find(({ id }) => id === team)?.name ?? gates[0]?.teamName ?? ''
  const doubts = await openAnomalies(app, team)
  const same = await sameDecisions(app, team)
  return {
    team,
    name,
    sites,
    gates,
    events,
    ...(more && { more }),
    ...(doubts.length > 0 && { doubts }),
    ...(same.length > 0 && { same }),
  }
}

/**
 * Returns one page of the projects where this person may see who is on site, with counts. `cursor` is `next`
 * of the previous page.
 */
export async function projectsOnSite(
  app: App,
  me: Person,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit?: string | undefined },
  now = Date.now(),
): Promise<AnswerOf<typeof onSiteProjects>> {
  const count = limit === undefined ? 20 : Math.min(50, wholeNumber(limit, 'limit'))
  const from = cursor === undefined ? 0 : wholeNumber(cursor, 'cursor')
  const withGates = await teamsWithGates(app, teamsWithPresence(me), from + count + 1)
  const page = withGates.slice(from, from + count)
  const ids = page.map(({ id }) => id)
  // One query each for all projects of the page.
  const ahead = await eventsAhead(
    app,
    page.flatMap(({ gates }) => gates),
    now,
  )
  const sitesOf = await sitesOfTeams(app, ids)
  const sameOf = await samePeopleOfTeams(app, ids)
  const projects = []
  for (const { id, name, gates: own } of page) {
    const sites = sitesOf.get(id) ?? []
    const { events } = await recentEvents(app, own, sites, { now, ahead })
    const { onSite } = presenceOf({ events, now, timezones: timezonesOf(sites), same: sameOf.get(id) ?? [] })
    projects.push({ team: id, name, gates: own.length, onSite: onSite.length, overdue: onSite.filter(({ overdue }) => overdue).length })
  }
  const end = from + page.length
  return { projects, ...(end < withGates.length && { next: String(end) }) }
}

/** Projects whose gates are read first. */
const fewTeams = 32

interface TeamWithGates {
  readonly id: string
  readonly name: string
  readonly gates: readonly GateInfo[]
}

/**
 * Returns the first of these projects with gates, at least `count` if there are so many, in their order. Reads no more projects
 * than it needs: most have a gate.
 */
async function teamsWithGates(app: App, teams: readonly Membership[], count: number): Promise<TeamWithGates[]> {
  const found: TeamWithGates[] = []
  for (let at = 0, size = Math.max(count, fewTeams); at < teams.length && found.length < count; at += size, size *= 2) {
    const some = teams.slice(at, at + size)
    const gatesOf = new Map<string, GateInfo[]>(some.map(({ id }) => [id, []]))
    for (const gate of await countedGates(app, [...gatesOf.keys()])) gatesOf.get(gate.team)?.push(gate)
    for (const { id, name } of some) {
      const gates = gatesOf.get(id) ?? []
      if (gates.length > 0) found.push({ id, name, gates })
    }
  }
  return found
}
