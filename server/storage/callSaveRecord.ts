import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from './database.ts'

/** Calls save_record() (migrations/0002-save-record.ts says what it takes and answers). */
export async function callSaveRecord<Seen>(db: Database | Transaction, question: Readonly<Record<string, unknown>>): Promise<Seen> {
  const [row] = await rows<{ seen: Seen }>(db, sql`select save_record(${JSON.stringify(question)}::jsonb) as seen`)
  if (!row) throw new Error('save_record answered nothing')
  return row.seen
}
