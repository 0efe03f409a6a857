import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

export const Line = z.object({
  n: z.number(),
  way: z.enum(['out', 'in', 'note']),
  text: z.string(),
  /** ISO 8601. */
  at: z.string(),
  failed: z.nullable(z.string()),
})
export type Line = Readonly<z.infer<typeof Line>>

/** Returns the texts of a conversation, oldest first. */
export function linesOf(db: Database | Transaction, execution: string): Promise<Line[]> {
  return rows(
    db,
    Line,
    sql`select n, way, text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, failed from execution_messages
        where execution = ${execution} order by n`,
  )
}

/**
 * SQL condition: the contact may know of the execution. False while all its texts are held. A text in flight
 * counts, because after a crash it is unknown whether it arrived.
 */
export const reached = (execution: SQL): SQL =>
  sql`coalesce((select bool_or(l.sent_at is not null or l.way = 'in') or not bool_or(l.held_at is not null)
                from execution_messages l where l.execution = ${execution} and l.way <> 'note'), true)`

const ReachedRow = z.object({ reached: z.boolean() })

export async function wasReached(db: Database | Transaction, execution: string): Promise<boolean> {
  const [row] = await rows(db, ReachedRow, sql`select ${reached(sql`${execution}`)} as reached`)
  return row?.reached !== false
}

const CountRow = z.object({ n: z.number() })

/**
 * Adds a line to a conversation; the caller has locked its row. Returns the number of the line, or undefined
 * if the key exists already.
 */
export async function addLine(
  tx: Transaction,
  { execution, way, text, key, at }: { execution: string; way: Line['way']; text: string; key?: string; at?: Date },
): Promise<number | undefined> {
  const [line] = await rows(
    tx,
    CountRow,
    sql`insert into execution_messages (execution, n, way, text, key, at)
        select ${execution}, x.n, ${way}, ${text}, coalesce(${key ?? null}, ${execution} || ':' || x.n), coalesce(${at?.toISOString() ?? null}::timestamptz, now())
          from (select coalesce(max(n), 0) + 1 as n from execution_messages where execution = ${execution}) x
        on conflict (key) do nothing returning n`,
  )
  return line?.n
}
