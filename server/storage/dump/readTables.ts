import type { RunSql } from '../database.ts'

export interface TableLayout {
  readonly name: string
  /** Without generated columns. `type` as a cast writes it, such as `character varying(20)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const here = '(select oid from pg_namespace where nspname = current_schema())'

/** Tables, views and sequences of extensions are not data: CREATE EXTENSION makes them. */
const isNoMember = (oid: string) =>
  `not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = ${oid} and deptype = 'e')`

/** The tables of the database in the order of their names; a partitioned table includes its partitions. */
export async function readTables(run: RunSql): Promise<TableLayout[]> {
  const found = await run<{ name: string; columns: string }>(`
    select c.relname::text as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)::text as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = ${here} and c.relkind in ('r', 'p') and not c.relispartition and ${isNoMember('c.oid')}
    group by c.relname order by c.relname::text collate "C"`)
  return found.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as TableLayout['columns'] }))
}

/** Position of a sequence: `value` is the last number, or the first one as long as `called` is false. */
export interface SequencePosition {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** The sequences of the database. They are not part of a snapshot: a position may be later, never earlier. */
export async function readSequences(run: RunSql): Promise<SequencePosition[]> {
  const names = await run<{ name: string }>(
    `select relname::text as name from pg_class
      where relkind = 'S' and relnamespace = ${here} and ${isNoMember('pg_class.oid')} order by relname::text collate "C"`,
  )
  const found: SequencePosition[] = []
  for (const { name } of names) {
    const [position] = await run<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    if (position) found.push({ name, ...position })
  }
  return found
}

/** Tables, views and sequences of the database, without those of extensions: none in a new database. */
export const readRelations = (run: RunSql): Promise<{ name: string; kind: 'table' | 'view' | 'sequence' }[]> =>
  run(`select relname::text as name, case when relkind in ('v', 'm') then 'view' when relkind = 'S' then 'sequence' else 'table' end as kind
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not relispartition and relnamespace = ${here}
      and ${isNoMember('pg_class.oid')} order by relname::text collate "C"`)

/** Foreign keys of the database; `definition` follows ADD CONSTRAINT. `table` is quoted. */
export const readForeignKeys = (run: RunSql): Promise<{ table: string; name: string; definition: string }[]> =>
  run(`select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = ${here}
      and ${isNoMember('conrelid')} order by 1, 2`)

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Text as SQL writes it, with `standard_conforming_strings`. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
