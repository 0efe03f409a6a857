import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { projectZone } from '../holidays/projectZone.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** A subject of a report: a bot, or a form without a bot. */
export const Reported = z.object({
  id: z.string(),
  class: z.string(),
  title: z.string(),
  team: z.string(),
  project: z.string(),
  /** The external project that its project is linked to. */
  linked: z.nullable(z.string()),
  /**
   * The form with its records: if several bots fill the same form, it belongs to the oldest one that is not
   * archived.
   */
  form: z.nullable(z.string()),
  /** IANA name. */
  tz: z.string(),
})
export type Reported = Readonly<z.infer<typeof Reported>>

/** The common class of all forms without a bot. */
export const formClass = 'form'

/** Returns the projects with reports that a person may see, by id; `private` for their own bots. */
export const reportTeams = (me: Person): ReadonlyMap<string, string> =>
  new Map([
    ...me.teams.filter(({ role }) => may(role, 'project.read')).map(({ id, name }) => [id, name] as const),
    [privateTeam, 'Private'] as const,
  ])

/** Returns the requested projects, or all. Throws Refused for a project that this person may not read. */
export function wantedTeams(me: Person, projects: readonly string[]): ReadonlyMap<string, string> {
  const seen = reportTeams(me)
  if (projects.length === 0) return seen
  return new Map(
    projects.map((id) => {
      const name = seen.get(id)
      if (name === undefined) throw new Refused(403, 'FORBIDDEN', text('You may not see the reports of this project.'))
      return [id, name] as const
    }),
  )
}

/**
 * Returns the bots of these projects, including archived bots, because their conversations count. Demo bots
 * never count.
 */
export function reportedBots(db: Database | Transaction, me: Person, teams: readonly string[]): Promise<readonly Reported[]> {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb))`
  const zone = sql`coalesce(${projectZone}, 'UTC')`
  return rows(
    db,
    Reported,
    sql`with bot as (
          select a.id, a.class, a.title, a.team, coalesce(t.name, 'Private') as project, t.model ->> 'sourceProjectReference' as linked, a.form,
              row_number() over (partition by a.form order by a.archived, a.created_at, a.id) as nth,
              coalesce((select s.timezone from sites s where s.id = a.site and s.team = a.team), ${zone}) as tz
            from automations a left join teams t on t.id = a.team and not t.deleted
            where a.team = any (${list}) and not a.deleted and not a.demo
              and case when a.team = ${privateTeam} then a.owner = ${me.uid} else t.id is not null end)
        select id, class, title, team, project, linked, case when nth = 1 then form end as form, tz from bot
        union all
        select 'form ' || f.key, ${formClass}, coalesce(f.settings ->> 'name', f.key), f.team, t.name, t.model ->> 'sourceProjectReference', f.key, ${zone}
          from forms f join teams t on t.id = f.team and not t.deleted
          where f.team = any (${list}) and not exists (select 1 from automations a where a.form = f.key and not a.deleted)
        order by project, title, id`,
  )
}
