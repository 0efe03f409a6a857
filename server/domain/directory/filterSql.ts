import { type SQL, sql } from 'drizzle-orm'
import { likePattern } from '../../storage/likePattern.ts'
import { type AttributePath, type Filter, parseFilter, type Value } from './parseFilter.ts'
import { ScimError } from './ScimError.ts'

/** A column that a filter may name. `exact`: letters of both cases differ. `has`: a condition on a value instead. */
export interface Column {
  readonly kind: 'text' | 'exact' | 'boolean' | 'time' | 'has'
  readonly column: SQL
  readonly has?: (value: string) => SQL
}

export type Columns = Readonly<Record<string, Column>>

/** The condition of a `filter` in SQL, for the columns that the database has an index of or that are cheap to read. */
export function filterSql(source: string | undefined, columns: Columns): SQL {
  return source === undefined || source.trim() === '' ? sql`true` : sqlOf(parseFilter(source), columns)
}

function sqlOf(filter: Filter, columns: Columns): SQL {
  switch (filter.kind) {
    case 'and':
      return sql`(${sqlOf(filter.left, columns)} and ${sqlOf(filter.right, columns)})`
    case 'or':
      return sql`(${sqlOf(filter.left, columns)} or ${sqlOf(filter.right, columns)})`
    case 'not':
      return sql`(not coalesce(${sqlOf(filter.filter, columns)}, false))`
    case 'present':
      return presenceOf(columnOf(filter.attribute, columns))
    case 'compare':
      return compare(filter, columnOf(filter.attribute, columns))
  }
}

/** `attribute eq …` as the filter of a list, such as `type eq "work"`. */
const isEqual = (filter: Filter | undefined, name: string) =>
  filter?.kind === 'compare' && filter.operator === 'eq' && filter.attribute.name === name

function columnOf({ name, sub, filter }: AttributePath, columns: Columns): Column {
  const has = name === 'members' ? columns['members']?.has : undefined
  if (has && filter?.kind === 'compare' && isEqual(filter, 'value')) return { kind: 'has', column: has(String(filter.value)) }
  const key = sub === undefined ? name : `${name}.${sub}`
  // `emails[type eq "work"].value` is the address that the server keeps as the person's.
  const found = Object.hasOwn(columns, key) && (filter === undefined || isEqual(filter, 'type')) ? columns[key] : undefined
  if (!found) throw new ScimError(400, 'This attribute cannot be filtered by here.', 'invalidFilter')
  return found
}

const presenceOf = ({ kind, column }: Column): SQL => (kind === 'has' ? column : sql`${column} is not null`)

const notForThis = () => new ScimError(400, 'This attribute cannot be compared like that.', 'invalidFilter')

function compare({ operator, value }: Extract<Filter, { kind: 'compare' }>, { kind, column, has }: Column): SQL {
  if (kind === 'has') {
    if (operator !== 'eq' || !has) throw notForThis()
    return has(String(value))
  }
  if (kind === 'boolean') return compareBoolean(operator, value, column)
  if (kind === 'time') return compareTime(operator, value, column)
  if (typeof value !== 'string') throw notForThis()
  const [held, asked] = kind === 'exact' ? [column, value] : [sql`lower(${column})`, value.toLowerCase()]
  const inside = likePattern(asked)
  if (operator === 'eq') return sql`${held} = ${asked}`
  if (operator === 'ne') return sql`${held} is distinct from ${asked}`
  if (operator === 'co') return sql`${held} like ${inside}`
  if (operator === 'sw') return sql`${held} like ${inside.slice(1)}`
  if (operator === 'ew') return sql`${held} like ${inside.slice(0, -1)}`
  throw notForThis()
}

function compareBoolean(operator: string, value: Value, column: SQL): SQL {
  const asked = typeof value === 'string' ? value.toLowerCase() === 'true' : value
  if (typeof asked !== 'boolean' || (operator !== 'eq' && operator !== 'ne')) throw notForThis()
  return sql`${column} = ${operator === 'eq' ? asked : !asked}`
}

const signs = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=`, eq: sql`=` } as const

function compareTime(operator: string, value: Value, column: SQL): SQL {
  const sign = Object.entries(signs).find(([name]) => name === operator)?.[1]
  if (!sign || typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw notForThis()
  return sql`date_trunc('milliseconds', ${column}) ${sign} ${new Date(value).toISOString()}::timestamptz`
}
