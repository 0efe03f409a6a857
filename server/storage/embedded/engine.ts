import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../ownTransaction.ts'
import * as schema from '../schema.ts'

const talking = new Set(['query', 'exec', 'sql', 'transaction', 'runExclusive'])

export function engineOf(client: PGlite, close: () => Promise<void>): Engine {
  const guarded = refusingInsideTransaction(client, talking)
  return {
    kind: 'embedded',
    db: drizzle({ client: guarded, schema }) as unknown as Database,
    ask: async <Row>(text: string, values: readonly unknown[]) => (await guarded.query<Row>(text, [...values])).rows,
    // There is one connection, and nobody else uses it before storage.ts has finished opening.
    alone: (work) => work(async (text) => (await guarded.exec(text)).at(-1)?.rows as never),
    close,
  }
}
