import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Holiday } from '../../../contract/endpoints/projects.ts'
import { dayOf, daysLater } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { inList, rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { holidaysOfProjects } from './holidaysOf.ts'
import { projectZone } from './projectZone.ts'

/** The time zone of a project, and the days off that it observes. */
export interface ProjectCalendar {
  /** That of the connected system, or of the first site; undefined for a project without both. */
  readonly zone: string | undefined
  /** By date, without those that ended more than a week ago. */
  readonly daysOff: readonly Holiday[]
}

const ZoneRow = z.object({ id: z.string(), billing: z.nullable(z.string()), zone: z.nullable(z.string()) })

/** Days for which past days off are listed: a device may show a page of last week. */
const daysBack = 7

export async function projectCalendar(app: App, team: string): Promise<ProjectCalendar> {
  return (await projectCalendars(app, [team])).get(team) ?? { zone: undefined, daysOff: [] }
}

/** Returns the calendars of these projects with two queries. A project that does not exist has none. */
export async function projectCalendars(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, ProjectCalendar>> {
  const { db } = app.storage
  const projects = await rows(
    db,
    ZoneRow,
    sql`select t.id, t.billing, ${projectZone} as zone from teams t
        where t.id = ${inList(teams)}`,
  )
  const holidays = await holidaysOfProjects(db, projects)
  const firstOf = firstDays(Date.now())
  return new Map(
    projects.map(({ id, zone }) => {
      const first = firstOf(zone)
      const days = holidays.get(id) ?? []
      return [id, { zone: zone ?? undefined, daysOff: days.filter(({ active, dateEnd }) => active && dateEnd >= first) }]
    }),
  )
}

/** Returns the first day that a calendar lists, by time zone; each zone is calculated once: projects share a few. */
function firstDays(now: number): (zone: string | null) => string {
  const known = new Map<string | null, string>()
  return (zone) => {
    const first = known.get(zone) ?? daysLater(dayOf(inZone(zone ?? undefined, now)), -daysBack)
    known.set(zone, first)
    return first
  }
}
