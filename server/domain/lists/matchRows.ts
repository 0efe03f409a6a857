import { type SQL, sql } from 'drizzle-orm'
import { lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import type { Transaction } from '../../storage/database.ts'

/** The columns that identify an entry, best first. */
const identities = ['externalId', 'number', 'email'] as const

interface Portion {
  readonly id: string
  readonly team: string
  readonly list: ProjectListName
  /** Numbers of the first and the last row. */
  readonly from: number
  readonly to: number
}

const lowered = (row: string, column: string): SQL => sql.raw(`lower(${row}.attributes ->> '${column}')`)

/** People and equipment of one name are the same unless a number, e-mail or id says otherwise. The names of other lists are unique. */
function isSameName(list: ProjectListName, a: string, b: string): SQL {
  const agrees = identities.map(
    (column) =>
      sql`coalesce(${lowered(a, column)}, ${lowered(b, column)}, '') = coalesce(${lowered(b, column)}, ${lowered(a, column)}, '')`,
  )
  const isSame = sql.raw(`lower(${a}.label) = lower(${b}.label)`)
  return list === 'people' || list === 'equipment' ? sql.join([isSame, ...agrees], sql` and `) : isSame
}

/**
 * Finds the entry of each row: by external id, number or e-mail; by name only if none of these contradicts. A
 * merged entry stands for the one that stayed. Sets what the row will do, or why it cannot be used.
 */
export async function matchRows(tx: Transaction, portion: Portion): Promise<void> {
  const { id, team, list, from, to } = portion
  const lookup = lookupOfList[list]
  const byIdentity = identities.map(
    (column, place) => sql`select t.n, coalesce(i.merged_into, i.id) as entry, ${place}::integer as place from todo t join lookup_items i
        on i.team = ${team} and i.lookup = ${lookup} and ${lowered('i', column)} = ${lowered('t', column)}`,
  )
  // The planner has no statistics of rows that have just arrived. Nested loops would be quadratic, hash joins are not.
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`
    with todo as materialized (select n, label, attributes, disabled from list_import_rows
        where import = ${id} and n between ${from} and ${to} and (problem is null or problem in ('several', 'fromConnection'))),
      hit as (${sql.join(byIdentity, sql` union all `)}
        union all select t.n, coalesce(i.merged_into, i.id), 9 from todo t join lookup_items i
          on i.team = ${team} and i.lookup = ${lookup} and ${isSameName(list, 'i', 't')}),
      ranked as (select n, entry, place, min(place) over (partition by n) as best from hit),
      chosen as (select n, count(distinct entry) as several, min(entry) as entry from ranked where place = best group by n),
      result as (select t.n, c.entry, c.several, i.source, i.label = t.label and i.attributes @> t.attributes and i.disabled = coalesce(t.disabled, i.disabled) as same
        from todo t left join chosen c on c.n = t.n left join lookup_items i on i.team = ${team} and i.lookup = ${lookup} and i.id = c.entry)
    update list_import_rows r set
        entry = case when s.several > 1 then null else s.entry end,
        problem = case when s.several > 1 then 'several' when s.source = 'connection' and not s.same then 'fromConnection' end,
        place = case when s.several > 1 or (s.source = 'connection' and not s.same) then 'name' end,
        outcome = case when s.several > 1 or (s.source = 'connection' and not s.same) then 'problem'
          when s.entry is null then 'added' when s.same then 'unchanged' else 'changed' end
      from result s where r.import = ${id} and r.n = s.n`)
  await markRepeated(tx, portion)
  await tx.execute(sql`set local enable_nestloop = on`)
}

/** A row for the same entry as an earlier row of the file is a problem: the person decides which one is right. */
async function markRepeated(tx: Transaction, { id, list, from, to }: Portion): Promise<void> {
  const pairs = (isSame: SQL) =>
    sql`select r.n from list_import_rows r join list_import_rows o on ${isSame}
        where r.import = ${id} and r.n between ${from} and ${to} and r.problem is null and o.import = ${id} and o.n < r.n and o.outcome <> 'problem'`
  const same = [
    ...identities.map((column) => sql`${lowered('o', column)} = ${lowered('r', column)}`),
    isSameName(list, 'o', 'r'),
    sql`o.entry = r.entry`,
  ]
  await tx.execute(sql`
    update list_import_rows r set outcome = 'problem', problem = 'twice', place = 'name'
    from (${sql.join(same.map(pairs), sql` union `)}) as again
    where r.import = ${id} and r.n = again.n`)
}
