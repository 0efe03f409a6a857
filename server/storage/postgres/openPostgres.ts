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

/** PostgreSQL 15 or newer, for more than one server or more than one site; also behind a pooler such as PgBouncer. */
export function openPostgres(url: string, budgets: QueryBudgets = defaultBudgets): Engine {
  const pools = new Map<QueryBudget, pg.Pool>()
  let shared: Promise<boolean> | undefined
  const poolOf = async (budget: QueryBudget): Promise<pg.Pool> => {
    shared ??= takesNoSettings(url).catch((error: unknown) => {
      // The next statement asks again.
      shared = undefined
      throw error
    })
    const isShared = await shared
    const known = pools.get(budget)
    if (known) return known
    const made = makePool(url, { max: connections[budget], settings: settingsOf(limitOf(budgets, budget)), isShared })
    pools.set(budget, made)
    return made
  }
  // Drizzle takes one pool, which it recognizes by its class; the budget of the caller selects the real one.
  const byBudget = new Proxy(new pg.Pool({ connectionString: url }), {
    get(target, name) {
      if (name !== 'query' && name !== 'connect') return Reflect.get(target, name, target) as unknown
      return async (...args: unknown[]) => {
        const pool = await poolOf(currentBudget())
        return (pool[name] as (...args: unknown[]) => unknown)(...args)
      }
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

type Settings = Readonly<Record<string, string | number>>

/** The settings of a connection whose statements may take `limit` ms. */
const settingsOf = (limit: number): Settings => ({
  // The statements of a save exclude plans by a high cost, which makes PostgreSQL JIT-compile them: half
  // a second for a millisecond of work.
  jit: 'off',
  ...(Number.isFinite(limit) && {
    statement_timeout: limit,
    // A save that waits for another one with the same key or record fails before its time limit, and the
    // device sends it again later.
    lock_timeout: Math.ceil(limit / 2),
    idle_in_transaction_session_timeout: limit,
  }),
})

/** Settings as options of a new connection. */
const optionsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * Whether a pooler is in between (PgBouncer in transaction mode): it refuses or ignores the settings of a connection,
 * because each transaction may run on another one.
 */
async function takesNoSettings(url: string): Promise<boolean> {
  const mark = { statement_timeout: 54_321 }
  const client = new pg.Client({ connectionString: url, options: optionsOf(mark), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
    return rows[0]?.statement_timeout !== `${mark.statement_timeout}ms`
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.message.includes('startup parameter')) return true
    throw withState(error)
  } finally {
    await client.end().catch(() => {})
  }
}

interface PoolOptions {
  readonly max: number
  readonly settings: Settings
  /** The settings are made in each transaction, not once per connection. */
  readonly isShared: boolean
}

function makePool(url: string, { max, settings, isShared }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'muster',
    max,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...(!isShared && { options: optionsOf(settings) }),
  })
  // The pool replaces a connection that breaks while idle; without a listener the error would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', tellWhyItBroke)
  if (isShared) setInEachTransaction(pool, settings)
  for (const name of ['connect', 'query'] as const) tellLostConnection(pool, name)
  return pool
}

type Call = (...args: unknown[]) => Promise<unknown>

/** Makes the settings after each `begin`. A single statement gets a transaction of its own. */
function setInEachTransaction(pool: pg.Pool, settings: Settings): void {
  const set = Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as unknown as Call
    const withSettings: Call = async (...args) => {
      const answer = await query(...args)
      const [config] = args
      const text = typeof config === 'string' ? config : (config as { text?: string }).text
      if (text !== undefined && /^begin\b/i.test(text)) await query(set)
      return answer
    }
    client.query = withSettings as unknown as typeof client.query
  })
  const query: Call = async (...args) => {
    const client = await pool.connect()
    let failure: unknown
    try {
      await client.query('begin')
      const answer = await (client.query as unknown as Call)(...args)
      await client.query('commit')
      return answer
    } catch (error) {
      failure = error
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      // A connection that broke must not be used again.
      client.release(failure !== undefined && !(failure instanceof pg.DatabaseError))
    }
  }
  pool.query = query as unknown as typeof pool.query
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
