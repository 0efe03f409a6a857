import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

type Db = Database | Transaction

interface Of {
  readonly id: string
  readonly form: string | null
}

/** Returns whether this bot has work that waits for a person (its badge is above zero). */
export async function hasPendingActions(db: Db, { id, form }: Of): Promise<boolean> {
  if ((await rows(db, sql`select 1 from executions where automation = ${id} and phase in ('decide', 'waiting') limit 1`)).length > 0)
    return true
  if (form === null) return false
  const late = await rows(
    db,
    sql`select 1 from record_edits where parent = ${`forms/${form}`} and late is not null and looked_at is null limit 1`,
  )
  return late.length > 0
}

/**
 * Returns whether an execution is running or waits for a person. The record of a form is running while the server
 * still has work of its saves to do; the tag `Processing`, which no one ends, does not count.
 */
export async function hasOpenExecutions(db: Db, { id, form }: Of): Promise<boolean> {
  if ((await rows(db, sql`select 1 from executions where automation = ${id} and phase <> 'done' limit 1`)).length > 0) return true
  if (form === null) return false
  if (await hasPendingActions(db, { id, form })) return true
  const running = await rows(
    db,
    sql`select 1 from jobs where state in ('waiting', 'running') and starts_with(payload ->> 'path', ${`forms/${form}/`}) limit 1`,
  )
  return running.length > 0
}
