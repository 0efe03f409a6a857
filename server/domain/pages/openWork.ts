import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type getToday, mostHazards } from '../../../contract/endpoints/site/getToday.ts'
import { permitClass } from '../../../contract/endpoints/permits.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { runningRollCalls } from '../muster/runningRollCalls.ts'
import type { Person } from '../sign-in/person.ts'

/** Newest records of a form that are searched, so that the cost does not depend on its history. */
const mostSearched = 500
/** Forms with open work in the answer. */
const mostForms = 50

/** Characters of what a report says. */
const longestTitle = 140

const Hazard = z.object({
  team: z.string(),
  project: z.string(),
  path: z.string(),
  title: z.string(),
  location: z.nullable(z.string()),
  at: z.string(),
})
const FormCount = z.object({ team: z.string(), project: z.string(), form: z.string(), title: z.string(), count: z.number() })
const BotRow = z.object({ found: z.boolean() })

/** The forms of working bots of a class in these projects, each once. */
const formsOf = (botClass: string, teams: SQL) => sql`(
  select distinct on (a.form) a.form, a.team, a.title, t.name as project from automations a join teams t on t.id = a.team
  where a.class = ${botClass} and a.form is not null and a.team in ${teams} and not a.deleted and not a.archived and not a.disabled
    and not t.deleted and not t.archived
  order by a.form, a.id)`

/** Returns what is open in the projects whose records this person may read. */
export async function openWork(app: App, me: Person): Promise<AnswerOf<typeof getToday>> {
  const { db } = app.storage
  const readable = me.teams.filter(({ role }) => may(role, 'record.readAll'))
  const ids = readable.map(({ id }) => id)
  if (ids.length === 0) return { hasNoBots: true, hazards: [], permits: [], late: [] }
  const teams = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  const [bots] = await rows(
    db,
    BotRow,
    sql`select exists (select 1 from automations a join teams t on t.id = a.team and not t.deleted and not t.archived
          where a.team in ${teams} and not a.deleted and not a.archived) as found`,
  )
  const hazards = await rows(
    db,
    Hazard,
    sql`select f.team, f.project, r.path, left(coalesce(nullif(r.model ->> 'description', ''), nullif(r.model ->> 'title', ''), f.title), ${longestTitle}) as title,
          nullif(r.model ->> 'location', '') as location, to_json(coalesce(r.corrected_at, r.created_at)) #>> '{}' as at
        from ${formsOf('hazards', teams)} f
        cross join lateral (
          select * from (
            select path, model, corrected_at, created_at, n from records where parent = 'forms/' || f.form and not deleted
            order by n desc limit ${mostSearched}) newest
          where model ->> 'made_safe' is distinct from 'yes' order by n desc limit ${mostHazards + 1}) r
        order by coalesce(r.corrected_at, r.created_at) desc, r.path limit ${mostHazards + 1}`,
  )
  const permits = await rows(
    db,
    FormCount,
    sql`select f.team, f.project, f.form, f.title, count(*)::int as count
        from ${formsOf(permitClass, teams)} f
        cross join lateral (
          select path, rev from records where parent = 'forms/' || f.form and not deleted order by n desc limit ${mostSearched}) r
        left join lateral (select step, seen_rev from permit_steps where path = r.path order by n desc limit 1) s on true
        where s.step is null or (s.step = 'approve' and s.seen_rev is distinct from r.rev)
        group by f.team, f.project, f.form, f.title order by f.project, f.title, f.form limit ${mostForms}`,
  )
  const late = await rows(
    db,
    FormCount,
    sql`select f.team, t.name as project, f.key as form, coalesce(f.settings ->> 'name', f.key) as title, x.count
        from forms f join teams t on t.id = f.team and not t.deleted and not t.archived
        cross join lateral (
          select count(*)::int as count from (
            select 1 from record_edits e join records r on r.path = e.path and not r.deleted
            where e.parent = 'forms/' || f.key and e.late is not null and e.looked_at is null limit ${mostSearched}) one) x
        where f.team in ${teams} and x.count > 0 order by t.name, title, f.key limit ${mostForms}`,
  )
  const rollCalls = await runningRollCalls(app, readable)
  return {
    hasNoBots: bots?.found !== true,
    hazards: hazards
      .slice(0, mostHazards)
      .map(({ location, at, ...hazard }) => ({ ...hazard, at: new Date(at).toISOString(), ...(location !== null && { location }) })),
    ...(hazards.length > mostHazards && { moreHazards: true }),
    permits,
    late,
    ...(rollCalls.length > 0 && { rollCalls }),
  }
}
