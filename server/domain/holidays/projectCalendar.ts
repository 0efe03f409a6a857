import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Holiday } from '../../../contract/endpoints/projects.ts'
import { dayOf, daysLater } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { holidaysOf } from './holidaysOf.ts'
import { projectZone } from './projectZone.ts'

/** The time zone of a project, and the days off that it observes. */
export interface ProjectCalendar {
  /** That of the connected system, or of the first site; undefined for a project without both. */
  readonly zone: string | undefined
  /** By date, without those that ended more than a week ago. */
  readonly daysOff: readonly Holiday[]
}

const ZoneRow = z.object({ billing: z.nullable(z.string()), zone: z.nullable(z.string()) })

/** Days for which past days off are listed: a device may show a page of last week. */
const daysBack = 7

export async function projectCalendar(app: App, team: string): Promise<ProjectCalendar> {
  const [project] = await rows(app.storage.db, ZoneRow, sql`select t.billing, ${projectZone} as zone from teams t where t.id = ${team}`)
  if (!project) return { zone: undefined, daysOff: [] }
  const first = daysLater(dayOf(inZone(project.zone ?? undefined, Date.now())), -daysBack)
  const days = await holidaysOf(app.storage.db, { id: team, billing: project.billing })
  return { zone: project.zone ?? undefined, daysOff: days.filter(({ active, dateEnd }) => active && dateEnd >= first) }
}
