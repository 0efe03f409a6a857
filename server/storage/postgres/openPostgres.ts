import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../ownTransaction.ts'
import * as schema from '../schema.ts'

const talking = new Set(['query', 'connect'])

/** PostgreSQL 15 or newer, for more than one server or more than one site. */
export function openPostgres(url: string): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'muster',
    max: 16,
    // The statements of a save are told to leave out plans by a price that makes PostgreSQL compile them: half a second of it for a millisecond of work.
    options: '-c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // A save that waits for another one with the same key or record gives up and is sent again later.
    lock_timeout: 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A connection that breaks while nobody uses it is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const guarded = refusingInsideTransaction(pool, talking)
  return {
    kind: 'postgres',
    db: drizzle({ client: guarded, schema }) as unknown as Database,
    ask: async <Row>(text: string, values: readonly unknown[]) => (await guarded.query(text, [...values])).rows as Row[],
    async alone(work) {
      const client = await pool.connect()
      let failure: unknown = true
      try {
        const result = await work(async (text) => {
          const answer = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
          return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows as never
        })
        failure = undefined
        return result
      } finally {
        client.release(failure !== undefined)
      }
    },
    close: () => pool.end(),
  }
}
