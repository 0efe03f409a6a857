import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The only file that knows Drizzle's driver types: both drivers are the same database to everybody else. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = PgTransaction<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>

/** Runs plain SQL, several statements if need be, and answers the rows of the last one. */
export type RunSql = <Row>(sql: string) => Promise<Row[]>

/** What a home of the data (embedded/, postgres/) gives to storage.ts. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Database
  /** One statement as it stands, for the few that run all day: its rows. */
  ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** A connection of one's own for session-wide settings and locks. */
  alone<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The rows of a raw statement, outside or inside a transaction. Times come as text, 64-bit numbers as number or text:
 * name the columns' types in the statement (`::int`, `::float8`, `to_json`) where that matters.
 */
export async function rows<Row>(db: Database | Transaction, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}
