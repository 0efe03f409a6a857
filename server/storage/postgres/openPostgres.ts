import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../insideTransaction.ts'
import { currentBudget, defaultBudgets, limitOf, type QueryBudget, type QueryBudgets } from '../queryBudget.ts'
import * as schema from '../schema.ts'
import { sqlState } from '../sqlState.ts'

const talking = new Set(['query', 'connect'])
/** Maximum of connections per budget. Jobs and listeners have their own, so that they take none from requests. */
const connections: Readonly<Record<QueryBudget, number>> = { request: 16, listen: 2, job: 8, none: 2 }

/** PostgreSQL 15 or newer, for more than one server or more than one site. */
export function openPostgres(url: string, budgets: QueryBudgets = defaultBudgets): Engine {
  const pools = new Map<QueryBudget, pg.Pool>()
  const poolOf = (budget: QueryBudget): pg.Pool => {
    const known = pools.get(budget)
    if (known) return known
    const made = makePool(url, connections[budget], limitOf(budgets, budget))
    pools.set(budget, made)
    return made
  }
  // Drizzle takes one pool; the budget of the caller selects the real one.
  const byBudget = new Proxy(poolOf('request'), {
    get(requests, name) {
      const pool = name === 'query' || name === 'connect' ? poolOf(currentBudget()) : requests
      const value: unknown = Reflect.get(pool, name, pool)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
  const guarded = refusingInsideTransaction(byBudget, talking)
  return {
    kind: 'postgres',
    db: drizzle({ client: guarded, schema }) as unknown as Database,
    ask: async <Row>(text: string, values: readonly unknown[]) => (await guarded.query(text, [...values])).rows as Row[],
    async alone(work) {
      const client = await byBudget.connect()
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
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

function makePool(url: string, max: number, limit: number): pg.Pool {
  const bounded = Number.isFinite(limit)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'muster',
    max,
    // The statements of a save exclude plans by a high cost, which makes PostgreSQL JIT-compile them: half
    // a second for a millisecond of work.
    options: '-c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...(bounded && {
      statement_timeout: limit,
      // A save that waits for another one with the same key or record fails before its time limit, and the
      // device sends it again later.
      lock_timeout: Math.ceil(limit / 2),
      idle_in_transaction_session_timeout: limit,
    }),
  })
  // The pool replaces a connection that breaks while idle; without a listener the error would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', tellWhyItBroke)
  for (const name of ['connect', 'query'] as const) tellLostConnection(pool, name)
  return pool
}

/**
 * PostgreSQL says between two statements why it ends a connection (25P03); the next statement would only
 * report a closed connection. This adds the reason to that error.
 */
function tellWhyItBroke(client: pg.PoolClient) {
  let reason: Error | undefined
  client.on('error', (error) => {
    reason ??= error
  })
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = explaining(query, (error) => withState(reason ?? error)) as typeof client.query
}

/** The same call; what its promise rejects with is replaced by `explain`. */
function explaining(call: (...args: unknown[]) => unknown, explain: (error: unknown) => unknown) {
  return (...args: unknown[]): unknown => {
    const answer = call(...args)
    return answer instanceof Promise
      ? answer.catch((error: unknown) => {
          throw explain(error)
        })
      : answer
  }
}

/** Gives the error of a pool without a connection the SQLSTATE of a lost connection (08006). */
function tellLostConnection(pool: pg.Pool, name: 'connect' | 'query'): void {
  const call = pool[name].bind(pool) as (...args: unknown[]) => unknown
  pool[name] = explaining(call, withState) as never
}

/**
 * Errors of the database have an SQLSTATE. Other errors say that no connection could be made or that it
 * broke; errors of the language are defects of the caller.
 */
function withState(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError || sqlState(error) === '08006') return error
  if (error instanceof TypeError || error instanceof RangeError) return error
  return Object.assign(new Error(error.message, { cause: error }), { code: '08006' })
}
