import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from './database.ts'

/** Rows that one statement deletes at most: it takes milliseconds, and saves run between two of them. */
export const batchSize = 1000

interface Gone {
  readonly table: string
  /** The condition on a row of the table. */
  readonly gone: SQL
  readonly size?: number | undefined
}

/**
 * SQL for a row of the next batch that is deleted: `delete from … where ${inBatch(…)}`. The condition is there twice: a
 * row that another transaction renews meanwhile is looked at again, and stays.
 */
export const inBatch = ({ table, gone, size = batchSize }: Gone): SQL =>
  sql`ctid = any (array(select ctid from ${sql.identifier(table)} where ${gone} limit ${size})) and (${gone})`

/** Deletes the rows of a table that meet the condition, each batch in its own transaction. Returns their number. */
export async function deleteInBatches(db: Database, { table, gone, size = batchSize }: Gone): Promise<number> {
  let deleted = 0
  for (;;) {
    const { length } = await rows(db, sql`delete from ${sql.identifier(table)} where ${inBatch({ table, gone, size })} returning 1`)
    deleted += length
    if (length < size) return deleted
  }
}
