import { type ExtractTablesWithRelations, type SQL, sql } from 'drizzle-orm'
import { type PgDatabase, PgDialect, type PgQueryResultHKT, type PgTransaction } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type * as schema from './schema.ts'

/** The only file that knows Drizzle's driver types: for all other code both drivers are the same database. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = PgTransaction<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>

/** Runs plain SQL, possibly several statements; resolves to the rows of the last one. */
export type RunSql = <Row>(sql: string) => Promise<Row[]>

/** The interface that a database engine (embedded/, postgres/) implements for storage.ts. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Database
  /** Runs one prepared text without Drizzle, for the few frequent statements; resolves to its rows. */
  ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** The same as the client of Drizzle takes it. Only of PostgreSQL. */
  query?(...args: unknown[]): Promise<unknown>
  /** Exclusive connection for session-wide settings and locks. */
  alone<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Copies the database as it is at one moment to `<dataDir>/database`. Only for a database in a folder. `signal` stops
   * it: then it rejects, and has removed the copy.
   */
  copyTo?(dataDir: string, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The columns of a row, as a zod object. */
export type RowShape = z.ZodMiniType<object>

/**
 * Rows are parsed only in tests and in development. A shape that converts values (a default, a coercion, a
 * transformation) would not do that in production, so its type is refused.
 */
type Unconverted<Shape extends RowShape> = [z.input<Shape>, z.output<Shape>] extends [z.output<Shape>, z.input<Shape>]
  ? unknown
  : 'a shape of rows must not convert values'

/** The databases and transactions with rows that are checked against their shapes. */
const checked = new WeakSet<Database | Transaction>()

/** Makes `rows` check the rows of this database or transaction. For tests and development: it takes time. */
export function checkRowsOf(db: Database | Transaction): void {
  checked.add(db)
}

/**
 * The rows of a raw statement, outside or inside a transaction. Times are text, 64-bit numbers are number or
 * text: cast the columns in the statement (`::int`, `::float8`, `to_json`) where that matters.
 *
 * `shape` declares the columns. It is a constant of its module, because building it takes time. Rows are
 * returned as they are: `shape` must not convert values, and columns that it lacks are not removed. In tests
 * and in development (StorageOptions.checkRows) a row that does not fit its shape is an error.
 *
 * Without a shape only the number of rows is known.
 */
export async function rows(db: Database | Transaction, statement: SQL): Promise<unknown[]>
export async function rows<Shape extends RowShape>(
  db: Database | Transaction,
  shape: Shape & Unconverted<Shape>,
  statement: SQL,
): Promise<z.output<Shape>[]>
export async function rows(db: Database | Transaction, ...[first, second]: [SQL] | [RowShape, SQL]): Promise<unknown[]> {
  if (second === undefined) return execute(db, first as SQL)
  const found = await execute(db, second)
  if (checked.has(db)) for (const row of found) checkRow(first as RowShape, row, second)
  return found
}

async function execute(db: Database | Transaction, statement: SQL): Promise<unknown[]> {
  return ((await db.execute(statement)) as unknown as { rows: unknown[] }).rows
}

function checkRow(shape: RowShape, row: unknown, statement: SQL): void {
  const result = z.safeParse(shape, row)
  if (result.success) return
  const columns = result.error.issues.map(
    (issue) => `column ${issue.path.join('.')}: ${issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message}`,
  )
  const text = new PgDialect().sqlToQuery(statement).sql.replace(/\s+/g, ' ')
  throw new Error(`A row does not fit its shape: ${columns.join('; ')}; statement: ${text}`)
}

/** SQL for the right side of `column = …`: one of these texts. They are one parameter, however many they are. */
export const inList = (texts: readonly string[]): SQL => sql`any (array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb)))`
