import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { vi } from 'vitest'
import type { Database } from '../../server/storage/database.ts'

/** Listens to the statements that a server sends to its database outside of transactions, until `stop`. */
export function statementsOf(db: Database) {
  const execute = vi.spyOn(db, 'execute')
  const dialect = new PgDialect()
  return {
    /** The SQL since the start or the last `clear`. */
    texts: (): string[] => execute.mock.calls.map(([statement]) => dialect.sqlToQuery(statement as SQL).sql),
    clear: () => void execute.mockClear(),
    stop: () => execute.mockRestore(),
  }
}
