import type { PGlite } from '@electric-sql/pglite'

interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

/** What statements of a server rely on. Keys are as an operator would write them: `records.path`, `records_pkey`. */
export interface SchemaContents {
  /** Tables and views with their columns. */
  readonly relations: ReadonlyMap<string, ReadonlyMap<string, Column>>
  /** Definitions of constraints and unique indexes, each with its table. */
  readonly rules: ReadonlyMap<string, { readonly table: string; readonly definition: string; readonly isUnique: boolean }>
  /** Result and number of defaults of each signature. */
  readonly functions: ReadonlyMap<string, { readonly result: string; readonly defaults: number }>
}

export async function readSchema(client: PGlite): Promise<SchemaContents> {
  const relations = new Map<string, Map<string, Column>>()
  const columns = await client.query<{ relation: string; name: string; type: string; required: boolean; filled: boolean }>(`
    select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.atthasdef or a.attidentity <> '' as filled
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`)
  for (const { relation, name, type, required, filled } of columns.rows) {
    const known = relations.get(relation) ?? new Map<string, Column>()
    relations.set(relation, known.set(name, { type, isRequired: required, hasDefault: filled }))
  }
  const rules = await client.query<{ name: string; table: string; definition: string; one: boolean }>(`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition, contype in ('u', 'p', 'x') as one
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p', 'x') and conrelid <> 0
    union all
    select i.relname, x.indrelid::regclass::text, pg_get_indexdef(i.oid), true
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = 'public'::regnamespace and x.indisunique
      and not exists (select 1 from pg_constraint c where c.conindid = i.oid and c.contype in ('u', 'p', 'x'))`)
  const functions = await client.query<{ signature: string; result: string; defaults: number }>(`
    select oid::regprocedure::text as signature, pg_get_function_result(oid) as result, pronargdefaults as defaults
    from pg_proc where pronamespace = 'public'::regnamespace`)
  return {
    relations,
    rules: new Map(rules.rows.map(({ name, table, definition, one }) => [name, { table, definition, isUnique: one }])),
    functions: new Map(functions.rows.map(({ signature, ...rest }) => [signature, rest])),
  }
}

/** What a server that was written for `before` may miss in `after`, one sentence each. Empty: `after` only adds. */
export const missingIn = (before: SchemaContents, after: SchemaContents): readonly string[] => [
  ...missingColumns(before, after),
  ...changedRules(before, after),
  ...changedFunctions(before, after),
]

function missingColumns(before: SchemaContents, after: SchemaContents): string[] {
  return [...before.relations].flatMap(([relation, columns]) => {
    const now = after.relations.get(relation)
    if (!now) return [`${relation} is gone`]
    const changed = [...columns].flatMap(([name, was]) => changesOf(`${relation}.${name}`, was, now.get(name)))
    const added = [...now].filter(([name, { isRequired, hasDefault }]) => !columns.has(name) && isRequired && !hasDefault)
    return [...changed, ...added.map(([name]) => `${relation}.${name} is new, and a row without it is refused`)]
  })
}

function changesOf(name: string, was: Column, is: Column | undefined): string[] {
  if (!is) return [`${name} is gone`]
  return [
    ...(is.type === was.type ? [] : [`${name} was ${was.type} and is ${is.type}`]),
    ...(is.isRequired && !was.isRequired ? [`${name} may not be null any more`] : []),
    ...(was.hasDefault && !is.hasDefault ? [`${name} has no default any more`] : []),
  ]
}

function changedRules(before: SchemaContents, after: SchemaContents): string[] {
  const gone = [...before.rules].filter(([name, { isUnique }]) => isUnique && !after.rules.has(name))
  const changed = [...after.rules].filter(
    ([name, { table, definition }]) => before.relations.has(table) && before.rules.get(name)?.definition !== definition,
  )
  return [
    // `on conflict` needs it.
    ...gone.map(([name, { table }]) => `${table} has no ${name} any more`),
    ...changed.map(([name, { table, definition }]) => `${table} has a new rule ${name}: ${definition}`),
  ]
}

function changedFunctions(before: SchemaContents, after: SchemaContents): string[] {
  return [...before.functions].flatMap(([signature, was]) => {
    const is = after.functions.get(signature)
    if (!is) return [`${signature} is gone`]
    return [
      ...(is.result === was.result ? [] : [`${signature} returned ${was.result} and returns ${is.result}`]),
      ...(is.defaults < was.defaults ? [`${signature} needs more arguments`] : []),
    ]
  })
}
