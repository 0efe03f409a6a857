import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { onSiteEvents, onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { presenceOf } from '../../../contract/rules/presence.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { wholeNumber } from '../records/listRecords.ts'
import type { Person } from '../sign-in/person.ts'
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
  const all = teamsWithPresence(me)
  const gates = await countedGates(
    app,
    all.map(({ id }) => id),
  )
  const withGates = all.filter(({ id }) => gates.some(({ team }) => team === id))
  const page = withGates.slice(from, from + count)
  const ids = page.map(({ id }) => id)
  const counted = gates.filter(({ team }) => ids.includes(team))
  // One query each for all projects of the page.
  const ahead = await eventsAhead(app, counted, now)
  const sitesOf = await sitesOfTeams(app, ids)
  const sameOf = await samePeopleOfTeams(app, ids)
  const projects = []
  for (const { id, name } of page) {
    const own = counted.filter(({ team }) => team === id)
    const sites = sitesOf.get(id) ?? []
    const { events } = await recentEvents(app, own, sites, { now, ahead })
    const { onSite } = presenceOf({ events, now, timezones: timezonesOf(sites), same: sameOf.get(id) ?? [] })
    projects.push({ team: id, name, gates: own.length, onSite: onSite.length, overdue: onSite.filter(({ overdue }) => overdue).length })
  }
  const end = from + page.length
  return { projects, ...(end < withGates.length && { next: String(end) }) }
}
