import { is, SQL, type SQLWrapper, StringChunk } from 'drizzle-orm'
import { activeSpan, inSpan } from '../tracing/Span.ts'
import type { Database, Engine, Transaction } from './database.ts'

/** Makes each statement of this database or transaction a span of the running trace. */
export function traceStatements(db: Database | Transaction): void {
  const execute = db.execute.bind(db) as (query: SQLWrapper | string) => Promise<unknown>
  const traced = (query: SQLWrapper | string) =>
    traceStatement(
      () => textOf(query),
      () => execute(query),
    )
  db.execute = traced as typeof db.execute
}

/** The same for the texts that an engine runs itself. */
export const traceAsk =
  (ask: Engine['ask']): Engine['ask'] =>
  (text, values) =>
    traceStatement(
      () => text,
      () => ask(text, values),
    )

function traceStatement<T>(text: () => string, work: () => Promise<T>): Promise<T> {
  if (!activeSpan()?.isRecording) return work()
  const name = summaryOf(text())
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name } as const
  return inSpan(name, { kind: 'client', attributes }, async () => await work())
}

/** The text of a statement without its parameters. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  if (is(query, StringChunk)) return query.value.join('')
  return is(query, SQL) ? query.queryChunks.map(textOf).join('') : ''
}

/** `insert jobs`, `select next_jobs`: the first verb of a statement, and its table or function. */
export function summaryOf(text: string): string {
  const verb = /\b(?:select|insert|update|delete)\b/i.exec(text)?.[0].toLowerCase() ?? 'statement'
  const written = /\b(?:into|(?<!\bfor )update)\s+([a-z_]+)\b/i.exec(text)?.[1]
  const read = /\bfrom\s+([a-z_]+)\b(?!\s*\()/i.exec(text)?.[1]
  const called = /\bselect\s+(?:\*\s+from\s+)?([a-z_]+)\s*\(/i.exec(text)?.[1]
  const name = written ?? read ?? called
  return name === undefined ? verb : `${verb} ${name.toLowerCase()}`
}
