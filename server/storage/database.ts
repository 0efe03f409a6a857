import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
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
  /** Exclusive connection for session-wide settings and locks. */
  alone<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The rows of a raw statement, outside or inside a transaction, without a type check. Times are text,
 * 64-bit numbers are number or text: cast the columns in the statement (`::int`, `::float8`, `to_json`)
 * where that matters.
 */
export async function rows<Row>(db: Database | Transaction, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}
