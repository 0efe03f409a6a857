import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostSame, ofList, sameDecisionOf, type SameRecord, type StoredSame } from '../../../contract/endpoints/site/SameRecord.ts'
import { type SameDecision, sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const MergedRow = z.object({
  team: z.string(),
  id: z.string(),
  label: z.string(),
  into: z.string(),
  intoLabel: z.string(),
  at: z.nullable(z.string()),
})
const DecisionRow = z.object({ team: z.string(), path: z.string(), model: Model })

type Stored = z.output<typeof StoredSame>

/** The most rows that one statement reads about several projects. */
const mostOfSeveral = 4000

const asked = (teams: readonly string[]) => sql`jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb) as t(team)`

/**
 * Returns the rows of all these projects, at most `mostSame` of each. One statement reads the first rows of all; a project
 * with more is read alone. `read`: the rows of some projects, at most so many of each.
 */
export async function readOfTeams<Row extends { readonly team: string }>(
  teams: readonly string[],
  read: (teams: readonly string[], most: number) => Promise<Row[]>,
): Promise<Row[]> {
  const most = Math.min(mostSame, Math.ceil(mostOfSeveral / Math.max(1, teams.length)))
  const first = await read(teams, most)
  if (most === mostSame) return first
  const counts = new Map<string, number>()
  for (const { team } of first) counts.set(team, (counts.get(team) ?? 0) + 1)
  const isLong = (team: string) => (counts.get(team) ?? 0) >= most
  const found = first.filter(({ team }) => !isLong(team))
  for (const team of teams.filter(isLong)) found.push(...(await read([team], mostSame)))
  return found
}

/**
 * Returns what managers of each of these projects have decided about people who may be one, here or in its list of people.
 * The caller checks the permission.
 */
async function decisionsOfTeams(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, Stored[]>> {
  const found = await readOfTeams(teams, (some, most) =>
    rows(
      app.storage.db,
      DecisionRow,
      sql`select t.team, r.path, r.model from ${asked(some)} cross join lateral (
          select path, model, n from records where parent = 'same/' || t.team and not deleted order by n desc limit ${most}) r
        order by t.team, r.n desc`,
    ),
  )
  const listed = await readOfTeams(teams, (some, most) =>
    rows(
      app.storage.db,
      MergedRow,
      sql`select t.team, m.* from ${asked(some)} cross join lateral (
          select was.id, was.label, stays.id as into, stays.label as "intoLabel",
              to_char(was.merged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from lookup_items was
            join lookup_items stays on stays.team = was.team and stays.lookup = was.lookup and stays.id = was.merged_into
          where was.team = t.team and was.lookup = 'employees' and was.merged_into is not null order by was.id limit ${most}) m
        order by t.team, m.id`,
    ),
  )
  const decisions = new Map<string, Stored[]>(teams.map((team) => [team, []]))
  for (const { team, path, model } of found) decisions.get(team)?.push({ id: path.slice(path.lastIndexOf('/') + 1), decision: model })
  for (const merged of listed) decisions.get(merged.team)?.push({ id: `${ofList}${merged.id}`, decision: mergedInList(merged) })
  return decisions
}

/** The same for one project. */
export const sameDecisions = async (app: App, team: string): Promise<Stored[]> => (await decisionsOfTeams(app, [team])).get(team) ?? []

/** A merge that no person decided is older than every decision of a manager about the same two. */
const mergedInList = ({ id, label, into, intoLabel, at }: z.output<typeof MergedRow>): SameRecord => ({
  stays: { name: intoLabel, person: into },
  was: { name: label, person: id },
  isSame: true,
  at: at ?? new Date(0).toISOString(),
  skewMs: 0,
})

/** Returns the pairs of each of these projects that are one person. The caller checks the permission. */
export async function samePeopleOfTeams(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, SameDecision[]>> {
  const stored = await decisionsOfTeams(app, teams)
  return new Map(
    [...stored].map(([team, list]) => [team, sameOnes(list.flatMap(({ id, decision }) => sameDecisionOf(id, decision) ?? []))]),
  )
}

/** The same for one project. */
export const samePeople = async (app: App, team: string): Promise<SameDecision[]> => (await samePeopleOfTeams(app, [team])).get(team) ?? []
