import { sql } from 'drizzle-orm'
import { columnsThatName, lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import type { Transaction } from '../../storage/database.ts'

/** A duplicate, and the entry that stays. */
interface MergedPair {
  readonly id: string
  readonly label: string
  readonly into: string
  readonly intoLabel: string
}

/**
 * Makes duplicates one with the entries that stay: what was merged into them, and lists that name them, follow. `at`: when
 * a person decided it; null for a merge that nobody decided.
 */
export async function mergeEntries(
  tx: Transaction,
  { team, list }: { readonly team: string; readonly list: ProjectListName },
  pairs: readonly MergedPair[],
  at: Date | null,
): Promise<void> {
  if (pairs.length === 0) return
  const moves = sql`jsonb_to_recordset(${JSON.stringify(pairs.map(({ id, into }) => ({ was: id, becomes: into })))}::jsonb) as p(was text, becomes text)`
  const lookup = lookupOfList[list]
  const merged = sql`merged_into = p.becomes, merged_at = ${at}`
  await tx.execute(sql`update lookup_items i set ${merged} from ${moves} where i.team = ${team} and i.lookup = ${lookup} and i.id = p.was`)
  await tx.execute(
    sql`update lookup_items i set ${merged} from ${moves} where i.team = ${team} and i.lookup = ${lookup} and i.merged_into = p.was`,
  )
  // Lists name an entry by its key or by its name.
  const names = pairs.flatMap(({ id, label, into, intoLabel }) => [
    { was: id, becomes: into },
    { was: label, becomes: intoLabel },
  ])
  for (const [follower, column] of columnsThatName[list]) {
    await tx.execute(
      sql`update lookup_items i set attributes = jsonb_set(i.attributes, array[${column}::text], to_jsonb(p.becomes))
          from (select distinct on (was) was, becomes from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(was text, becomes text)) as p
          where i.team = ${team} and i.lookup = ${lookupOfList[follower]} and i.attributes ->> ${column}::text = p.was and p.was <> p.becomes`,
    )
  }
}
