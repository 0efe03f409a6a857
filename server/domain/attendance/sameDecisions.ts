import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostSame, ofList, sameDecisionOf, type SameRecord, type StoredSame } from '../../../contract/endpoints/site/SameRecord.ts'
import { type SameDecision, sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const MergedRow = z.object({ id: z.string(), label: z.string(), into: z.string(), intoLabel: z.string(), at: z.nullable(z.string()) })
const DecisionRow = z.object({ path: z.string(), model: Model })

/**
 * Returns what managers of a project have decided about people who may be one, here or in its list of people. The caller
 * checks the permission.
 */
export async function sameDecisions(app: App, team: string): Promise<z.output<typeof StoredSame>[]> {
  const found = await rows(
    app.storage.db,
    DecisionRow,
    sql`select r.path, r.model from records r where r.parent = ${`same/${team}`} and not r.deleted order by r.n desc limit ${mostSame}`,
  )
  const listed = await rows(
    app.storage.db,
    MergedRow,
    sql`select was.id, was.label, stays.id as into, stays.label as "intoLabel",
            to_char(was.merged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from lookup_items was
          join lookup_items stays on stays.team = was.team and stays.lookup = was.lookup and stays.id = was.merged_into
        where was.team = ${team} and was.lookup = 'employees' order by was.id limit ${mostSame}`,
  )
  return [
    ...found.map(({ path, model }) => ({ id: path.slice(path.lastIndexOf('/') + 1), decision: model })),
    ...listed.map((merged) => ({ id: `${ofList}${merged.id}`, decision: mergedInList(merged) })),
  ]
}

/** A merge that no person decided is older than every decision of a manager about the same two. */
const mergedInList = ({ id, label, into, intoLabel, at }: z.output<typeof MergedRow>): SameRecord => ({
  stays: { name: intoLabel, person: into },
  was: { name: label, person: id },
  isSame: true,
  at: at ?? new Date(0).toISOString(),
  skewMs: 0,
})

/** Returns the pairs that are one person. The caller checks the permission. */
export async function samePeople(app: App, team: string): Promise<SameDecision[]> {
  const stored = await sameDecisions(app, team)
  return sameOnes(stored.flatMap(({ id, decision }) => sameDecisionOf(id, decision) ?? []))
}
