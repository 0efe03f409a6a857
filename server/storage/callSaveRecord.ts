import { sql } from 'drizzle-orm'
import { type Database, type Engine, rows, type Transaction } from './database.ts'
import { gather } from './gather.ts'

/** What save_record() takes (migrations/0002-save-record.ts). */
export type SaveQuestion = Readonly<Record<string, unknown>>

/** Calls save_record() (migrations/0002-save-record.ts says what it takes and answers). */
export async function callSaveRecord<Seen>(db: Database | Transaction, question: SaveQuestion): Promise<Seen> {
  const [row] = await rows<{ seen: Seen }>(db, sql`select save_record(${JSON.stringify(question)}::jsonb) as seen`)
  if (!row) throw new Error('save_record answered nothing')
  return row.seen
}

/** Saves of one group, and characters of all of them together: a large record goes almost alone. */
const most = 32
const heaviest = 256 * 1024

/**
 * save_record() for who needs no transaction around it. Saves that come at the same time share one, and with it the flush to the disk
 * (migrations/0005-save-records.ts); nobody is answered before that flush.
 */
export function saveRecordsOf(engine: Engine): (question: SaveQuestion) => Promise<unknown> {
  const save = gather<string, unknown>(
    async (questions) => {
      const [first] = questions
      if (first !== undefined && questions.length === 1) {
        const [row] = await engine.ask<{ seen: unknown }>('select save_record($1::jsonb) as seen', [first])
        return [row?.seen]
      }
      const [row] = await engine.ask<{ seen: unknown[] }>('select save_records($1::jsonb) as seen', [`[${questions.join()}]`])
      return row?.seen ?? []
    },
    // The embedded database does one thing at a time: a second group would only make the first one smaller.
    { flights: engine.kind === 'embedded' ? 1 : 2, most, heaviest },
    (question) => question.length,
  )
  return async (question) => {
    const seen = await save(JSON.stringify(question))
    if (seen === undefined) throw new Error('save_record answered nothing')
    return seen
  }
}
