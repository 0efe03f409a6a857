import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, type Engine, rows, type Transaction } from './database.ts'
import { createBatcher } from './createBatcher.ts'
import { withQueryBudget } from './queryBudget.ts'

/** The argument of save_record() (sql/functions/save_record.sql). */
export type SaveQuestion = Readonly<Record<string, unknown>>

const SavedRow = z.object({ seen: z.unknown() })

/** Calls save_record(); sql/functions/save_record.sql describes its argument and result. */
export async function callSaveRecord<Seen>(db: Database | Transaction, question: SaveQuestion): Promise<Seen> {
  const [row] = await rows(db, SavedRow, sql`select save_record(${JSON.stringify(question)}::jsonb) as seen`)
  if (!row) throw new Error('save_record answered nothing')
  return row.seen as Seen
}

/** Limits of a batch: saves, and characters of all its saves. A large record is saved almost alone. */
const most = 32
const heaviest = 256 * 1024

/**
 * save_record() for callers that need no transaction of their own. Concurrent saves share one transaction
 * and its flush to disk (sql/migrations/0001-0039/0005-save-records.sql); no save resolves before that flush.
 * `onSaved` is called before the saves of a transaction resolve.
 */
export function saveRecordsOf(
  engine: Pick<Engine, 'kind' | 'ask'>,
  onSaved: () => void = () => {},
): (question: SaveQuestion) => Promise<unknown> {
  async function ask(questions: readonly string[]): Promise<readonly unknown[]> {
    const [first] = questions
    if (first !== undefined && questions.length === 1) {
      const [row] = await engine.ask<{ seen: unknown }>('select save_record($1::jsonb) as seen', [first])
      return [row?.seen]
    }
    const [row] = await engine.ask<{ seen: unknown[] }>('select save_records($1::jsonb) as seen', [`[${questions.join()}]`])
    return row?.seen ?? []
  }
  async function saveAll(questions: readonly string[]): Promise<readonly unknown[]> {
    const seen = await ask(questions)
    if (questions.some((_, n) => seen[n] === undefined)) throw new Error('save_record answered nothing')
    onSaved()
    return seen
  }
  const save = createBatcher<string, unknown>(
    // The end of a batch begins the next one: after a save of a job, the saves of people would have its budget.
    (questions) => withQueryBudget('request', () => saveAll(questions)),
    // The embedded database runs one statement at a time: a second batch would only make the first one
    // smaller.
    { concurrency: engine.kind === 'embedded' ? 1 : 2, maxBatch: most, maxWeight: heaviest, minBeside: most / 2 },
    (question) => question.length,
  )
  return (question) => save(JSON.stringify(question))
}
