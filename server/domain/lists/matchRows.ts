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

/** The entry has this value already: the row gives it nothing that belongs to another. */
const has = (entry: string, row: string, column: string): SQL => sql`${lowered(entry, column)} is not distinct from ${lowered(row, column)}`

const lowered = (row: string, column: string): SQL => sql.raw(`lower(${row}.attributes ->> '${column}')`)

/**
 * People and equipment of one name are the same unless a number, e-mail or id says otherwise; the names of other
 * lists are unique. Entries of one name may be thousands: they are counted by what identifies them, not compared
 * in pairs. A row and an entry that have the same number are found by the number, so by name only those belong
 * together of which at most one has a number.
 */
const identitiesThatPart = (list: ProjectListName) => (list === 'people' || list === 'equipment' ? identities : [])

/** Columns "has0", "has1", ...: what the row has of the identities. */
const hasEach = (list: ProjectListName, row: string): SQL =>
  sql.join(
    identitiesThatPart(list).map((column, at) => sql.raw(`, ${row}.attributes ->> '${column}' is not null as has${at}`)),
    sql``,
  )

const ofGroup = (list: ProjectListName): SQL =>
  sql.raw(
    identitiesThatPart(list)
      .map((_, at) => `, has${at}`)
      .join(''),
  )

const agreesWithGroup = (list: ProjectListName, row: string, group: string): SQL =>
  sql.join(
    [
      sql.raw(`lower(${row}.label) = ${group}.label`),
      ...identitiesThatPart(list).map((column, at) => sql.raw(`(${row}.attributes ->> '${column}' is null or not ${group}.has${at})`)),
    ],
    sql` and `,
  )

/**
 * Finds the entry of each row: by external id, number or e-mail; by name only if none of these contradicts. A
 * merged entry stands for the one that stayed. No row may give an entry the number, e-mail or id of another; entries
 * that share one already keep it. Sets what the row will do, or why it cannot be used.
 */
export async function matchRows(tx: Transaction, portion: Portion): Promise<void> {
  const { id, team, list, from, to } = portion
  const lookup = lookupOfList[list]
  const inList = sql`i.team = ${team} and i.lookup = ${lookup} and (i.merged_into is null
        or exists (select 1 from lookup_items s where s.team = ${team} and s.lookup = ${lookup} and s.id = i.merged_into))`
  // Thousands may share an e-mail: they are grouped by it, not compared in pairs.
  const byIdentity = identities.flatMap((column, place) =>
    [false, true].map((named) => {
      const label = named ? sql`, lower(i.label)` : sql``
      return sql`select t.n, g.first, g.last, ${place}::integer as place, ${named}::boolean as named from todo t
          join (select ${lowered('i', column)} as value ${named ? sql`, lower(i.label) as label` : sql``},
              min(coalesce(i.merged_into, i.id)) as first, max(coalesce(i.merged_into, i.id)) as last from lookup_items i
            where ${inList} and ${lowered('i', column)} in (select ${lowered('todo', column)} from todo)
            group by ${lowered('i', column)} ${label}) as g
            on g.value = ${lowered('t', column)} ${named ? sql`and g.label = lower(t.label)` : sql``}`
    }),
  )
  // The planner has no statistics of rows that have just arrived. Nested loops would be quadratic, hash joins are not.
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`
    with todo as materialized (select n, label, attributes, disabled from list_import_rows
        where import = ${id} and n between ${from} and ${to} and (problem is null or problem in ('several', 'taken', 'fromConnection'))),
      named as materialized (select label, min(entry) as first, max(entry) as last ${ofGroup(list)}
        from (select lower(i.label) as label, coalesce(i.merged_into, i.id) as entry ${hasEach(list, 'i')} from lookup_items i
          where ${inList} and lower(i.label) in (select lower(label) from todo)) as i group by label ${ofGroup(list)}),
      hit as (${sql.join(byIdentity, sql` union all `)}
        union all select t.n, g.first, g.last, 9, true from todo t join named g on ${agreesWithGroup(list, 't', 'g')}),
      ranked as (select n, first, last, place, named, min(place) over (partition by n) as best from hit),
      -- Entries that share a number or e-mail are told apart by the name.
      nearest as (select n, first, last, named, bool_or(named) over (partition by n) as by_name from ranked where place = best),
      chosen as (select n, min(first) as entry, min(first) <> max(last) as several from nearest where named or not by_name group by n),
      taken as (select distinct on (r.n) r.n, r.place, i.label from ranked r join chosen c on c.n = r.n and (r.first <> c.entry or r.last <> c.entry)
          join todo t on t.n = r.n
          join lookup_items own on own.team = ${team} and own.lookup = ${lookup} and own.id = c.entry
          join lookup_items i on i.team = ${team} and i.lookup = ${lookup} and i.id = case when r.first <> c.entry then r.first else r.last end
        where r.place < ${identities.length} and not (${sql.join(
          identities.map((column, place) => sql`(r.place = ${place}::integer and ${has('own', 't', column)})`),
          sql` or `,
        )}) order by r.n, r.place),
      result as (select t.n, c.entry, coalesce(c.several, false) as several, i.source, o.label as other, o.place as "otherPlace",
          i.label = t.label and i.attributes @> t.attributes and i.disabled = coalesce(t.disabled, i.disabled) as same
        from todo t left join chosen c on c.n = t.n left join taken o on o.n = t.n left join lookup_items i on i.team = ${team} and i.lookup = ${lookup} and i.id = c.entry)
    update list_import_rows r set
        entry = case when s.several then null else s.entry end, other = case when not s.several then s.other end,
        problem = case when s.several then 'several' when s.other is not null then 'taken'
          when s.source = 'connection' and not s.same then 'fromConnection' end,
        place = case when not s.several and s.other is not null then (${`{${identities.join(',')}}`}::text[])[s."otherPlace" + 1]
          when s.several or (s.source = 'connection' and not s.same) then 'name' end,
        outcome = case when s.several or s.other is not null or (s.source = 'connection' and not s.same) then 'problem'
          when s.entry is null then 'added' when s.same then 'unchanged' else 'changed' end
      from result s where r.import = ${id} and r.n = s.n`)
  await markRepeated(tx, portion)
  await tx.execute(sql`set local enable_nestloop = on`)
}

/** A row for the same entry as an earlier row of the file is a problem: the person decides which one is right. */
async function markRepeated(tx: Transaction, { id, team, list, from, to }: Portion): Promise<void> {
  // The first usable row of the file with each value of the rows of this portion.
  const again = (value: (row: string) => SQL, of = sql.raw('todo')) =>
    sql`select r.n, e.n as earlier from ${of} r join (select ${value('o')} as value, min(o.n) as n from list_import_rows o
          where o.import = ${id} and o.outcome <> 'problem' and o.n < ${to} and ${value('o')} in (select ${value('t')} from todo t)
          group by 1) as e on e.value = ${value('r')} and e.n < r.n`
  // Rows that give their entry the value. Entries that share one already are different entries.
  const giving = (column: string) =>
    sql`(select t.* from todo t left join lookup_items own on own.team = ${team} and own.lookup = ${lookupOfList[list]} and own.id = t.entry
          where not (own.id is not null and ${has('own', 't', column)}))`
  const same = [
    ...identities.map((column) => again((row) => lowered(row, column), giving(column))),
    again((row) => sql.raw(`${row}.entry`)),
  ]
  await tx.execute(sql`
    with todo as materialized (select n, label, attributes, entry from list_import_rows
        where import = ${id} and n between ${from} and ${to} and problem is null),
      named as materialized (select label, min(n) as n ${ofGroup(list)}
        from (select lower(o.label) as label, o.n ${hasEach(list, 'o')} from list_import_rows o
          where o.import = ${id} and o.outcome <> 'problem' and o.n < ${to} and lower(o.label) in (select lower(label) from todo)) as o
        group by label ${ofGroup(list)})
    update list_import_rows r set outcome = 'problem', problem = 'twice', place = 'name', other_row = again.earlier
    from (select n, min(earlier) as earlier from (${sql.join(same, sql` union all `)}
        union all select r.n, g.n from todo r join named g on ${agreesWithGroup(list, 'r', 'g')} and g.n < r.n) as each group by n) as again
    where r.import = ${id} and r.n = again.n`)
}
