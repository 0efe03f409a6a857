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
  await tx.execute(sql`
    with todo as materialized (select n, label, attributes, disabled from list_import_rows
        where import = ${id} and n between ${from} and ${to} and (problem is null or problem in ('several', 'fromConnection'))),
      hit as (${sql.join(byIdentity, sql` union all `)}
        union all select t.n, coalesce(i.merged_into, i.id), 9 from todo t join lookup_items i
          on i.team = ${team} and i.lookup = ${lookup} and ${isSameName(list, 'i', 't')}),
      best as (select n, min(place) as place from hit group by n),
      chosen as (select h.n, count(distinct h.entry) as several, min(h.entry) as entry from hit h join best b on b.n = h.n and b.place = h.place group by h.n),
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
}

/** A row for the same entry as an earlier row of the file is a problem: the person decides which one is right. */
async function markRepeated(tx: Transaction, { id, list, from, to }: Portion): Promise<void> {
  const sameIdentity = (column: string) =>
    sql`exists (select 1 from list_import_rows o where o.import = r.import and o.n < r.n and o.outcome <> 'problem'
          and ${lowered('o', column)} = ${lowered('r', column)})`
  const sameName = sql`exists (select 1 from list_import_rows o where o.import = r.import and o.n < r.n
      and o.outcome <> 'problem' and ${isSameName(list, 'o', 'r')})`
  const sameEntry = sql`exists (select 1 from list_import_rows o where o.import = r.import and o.entry = r.entry and o.n < r.n and o.outcome <> 'problem')`
  await tx.execute(sql`
    update list_import_rows r set outcome = 'problem', problem = 'twice', place = 'name'
    where r.import = ${id} and r.n between ${from} and ${to} and r.problem is null
      and (${sql.join([...identities.map(sameIdentity), sameName, sameEntry], sql` or `)})`)
}
