import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass } from '../../../contract/reference/attendanceClass.ts'
import { type GateInfo, GateSite, presenceHours } from '../../../contract/endpoints/attendance.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { inList, rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { mayIn, type Person } from '../sign-in/person.ts'

const GateRow = z.object({
  id: z.string(),
  title: z.string(),
  team: z.string(),
  team_name: z.string(),
  form: z.string(),
  site: z.nullable(z.string()),
})
type GateRow = z.infer<typeof GateRow>

const gateOf = ({ id, title, team, team_name, form, site }: GateRow): GateInfo => ({
  id,
  title,
  team,
  teamName: team_name,
  form,
  ...(site && { site }),
})

const gateColumns = sql`a.id, a.title, a.team, t.name as team_name, a.form, a.site`
const working = sql`a.class = ${attendanceClass} and a.form is not null and not a.deleted and not a.archived and not a.disabled
  and not t.deleted`

/** Returns the gates of some projects, by project and title. */
export async function gatesOfTeams(app: App, teams: readonly string[]): Promise<GateInfo[]> {
  if (teams.length === 0) return []
  const found = await rows(
    app.storage.db,
    GateRow,
    sql`select ${gateColumns} from automations a join teams t on t.id = a.team
        where a.team = ${inList(teams)} and ${working} order by lower(t.name), lower(a.title), a.id`,
  )
  return found.map(gateOf)
}

/**
 * Active gates, and gates closed less than `presenceHours` ago: a sign-in there still counts although the bot
 * has been archived.
 */
const closedLately = sql`a.class = ${attendanceClass} and a.form is not null and not t.deleted
  and (not (a.deleted or a.archived or a.disabled) or a.updated_at > now() - make_interval(hours => ${presenceHours}::int))`

/** Returns all gates with sign-ins that may still count, active gates first. */
export async function countedGates(app: App, teams: readonly string[]): Promise<GateInfo[]> {
  if (teams.length === 0) return []
  const found = await rows(
    app.storage.db,
    GateRow,
    sql`select ${gateColumns} from automations a join teams t on t.id = a.team
        where a.team = ${inList(teams)} and ${closedLately}
        order by a.deleted or a.archived or a.disabled, lower(t.name), lower(a.title), a.id`,
  )
  return found.map(gateOf)
}

/** The projects in which this person may see the people on site and run a site gate. */
export const teamsWithPresence = (me: Person) => me.teams.filter(({ role }) => may(role, 'record.readAll'))

/** A kiosk is used by strangers, so it must not show who is on site. */
export const maySeePresence = (me: Person, team: string): boolean => mayIn(me, team, 'record.readAll')

export const gatesFor = (app: App, me: Person): Promise<GateInfo[]> =>
  gatesOfTeams(
    app,
    teamsWithPresence(me).map(({ id }) => id),
  )

/**
 * Returns a site gate by the id of its bot or of its site. Throws Refused if it does not exist or the person
 * may not use it.
 */
export async function gateFor(app: App, id: string, me: Person): Promise<GateInfo> {
  const [found] = await rows(
    app.storage.db,
    GateRow,
    sql`select ${gateColumns} from automations a join teams t on t.id = a.team
        where (a.id = ${id} or a.site = ${id}) and ${working} order by a.id = ${id} desc, lower(a.title), a.id limit 1`,
  )
  if (!found) throw notFound()
  const isItsKiosk = me.kiosk?.gate === true && me.kiosk.bot === found.id
  if (!mayIn(me, found.team, 'record.readAll') && !isItsKiosk) throw forbidden()
  return gateOf(found)
}

const SiteRow = z.extend(GateSite, { team: z.string() })
/** Most sites of a project. */
const mostSites = 1000

/** Returns the sites of each of these projects, by name. */
export async function sitesOfTeams(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, GateSite[]>> {
  const found = await rows(
    app.storage.db,
    SiteRow,
    sql`select t.team, s.id, s.name, s.timezone from jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb) as t(team)
          cross join lateral (select id, name, timezone from sites where team = t.team order by name, id limit ${mostSites}) s
        order by t.team, s.name, s.id`,
  )
  const sites = new Map<string, GateSite[]>(teams.map((team) => [team, []]))
  for (const { team, ...site } of found) sites.get(team)?.push(site)
  return sites
}

export const sitesOfTeam = async (app: App, team: string): Promise<GateSite[]> => (await sitesOfTeams(app, [team])).get(team) ?? []
