import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Permit, permitClass, PermitStep, stateAfter } from '../../../contract/endpoints/permits.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

const StepRow = z.object({
  path: z.string(),
  rev: z.number(),
  step: z.nullable(PermitStep),
  seenRev: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.nullable(z.number()),
})

/** Returns whether a bot for permits fills the form. */
export async function isPermitForm(db: Database | Transaction, form: string): Promise<boolean> {
  const found = await rows(db, sql`select 1 from automations where form = ${form} and class = ${permitClass} and not deleted limit 1`)
  return found.length > 0
}

/** Returns the states of the permits at these paths. */
export async function permitsOf(db: Database | Transaction, paths: readonly string[]): Promise<ReadonlyMap<string, Permit>> {
  if (paths.length === 0) return new Map()
  const found = await rows(
    db,
    StepRow,
    sql`select r.path, r.rev, s.step, s.seen_rev as "seenRev", s.reason, p.name as by, (extract(epoch from s.decided_at) * 1000)::float8 as at
        from records r
          left join lateral (select * from permit_steps where path = r.path order by n desc limit 1) s on true
          left join people p on p.uid = s.decided_by
        where r.path in (select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`,
  )
  return new Map(found.map((row) => [row.path, permitIn(row)]))
}

function permitIn({ rev, step, seenRev, reason, by, at }: z.infer<typeof StepRow>): Permit {
  if (step === null || at === null) return { state: 'requested' }
  const last = { at: new Date(at).toISOString(), ...(by !== null && { by }), ...(reason !== null && { reason }) }
  // What was approved is the request that the person has seen.
  if (step === 'approve' && rev !== seenRev) return { state: 'requested', changed: true, ...last }
  return { state: stateAfter[step], ...last }
}
