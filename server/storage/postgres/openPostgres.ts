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
  const target = targetOf(url)
  const pools = new Map<QueryBudget, pg.Pool>()
  let shared: Promise<boolean> | undefined
  const poolOf = async (budget: QueryBudget): Promise<pg.Pool> => {
    shared ??= takesNoSettings(target).catch((error: unknown) => {
      // The next statement asks again.
      shared = undefined
      throw error
    })
    const isShared = await shared
    const known = pools.get(budget)
    if (known) return known
    const limit = limitOf(budgets, budget)
    const made = makePool(target, { max: connections[budget], settings: settingsOf(limit), limit, isShared })
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
async function takesNoSettings(target: Target): Promise<boolean> {
  const mark = { statement_timeout: 54_321 }
  try {
    return (await readTimeout(target, mark)) !== `${mark.statement_timeout}ms`
  } catch (error) {
    if (!isFatal(error)) throw withState(error)
    // It refused, or it has no connection at all.
    await readTimeout(target, {}).catch((reason: unknown) => {
      throw withState(reason)
    })
    return true
  }
}

const probeWithinMs = 10_000

/** Opens a connection with these settings, and returns its setting `statement_timeout`. */
async function readTimeout({ url, options }: Target, settings: Settings): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    options: joined(options, optionsOf(settings)),
    connectionTimeoutMillis: probeWithinMs,
    query_timeout: probeWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
    return rows[0]?.statement_timeout
  } finally {
    await client.end().catch(() => {})
  }
}

/** The database or a pooler ended the connection with this error. */
const isFatal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'FATAL'

/** An address, and the options that were part of it: pg ignores further options beside them. */
interface Target {
  readonly url: string
  readonly options: string
}

function targetOf(address: string): Target {
  if (!URL.canParse(address)) return { url: address, options: '' }
  const url = new URL(address)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  return { url: options === '' ? address : url.href, options }
}

const joined = (...options: readonly string[]): string => options.filter(Boolean).join(' ')

interface PoolOptions {
  readonly max: number
  readonly settings: Settings
  /** How long one statement may take. In ms. */
  readonly limit: number
  /** The settings are made in each transaction, not once per connection. */
  readonly isShared: boolean
}

/** Beyond the limit of a statement: the answer of the database that it was stopped arrives first. */
const slackMs = 1000

function makePool({ url, options }: Target, { max, settings, limit, isShared }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'muster',
    max,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    options: joined(options, isShared ? '' : optionsOf(settings)),
    // A pooler may let a statement wait for a connection before the database counts its time.
    ...(isShared && Number.isFinite(limit) && { query_timeout: limit + slackMs }),
  })
  // The pool replaces a connection that breaks while idle; without a listener the error would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', tellWhyItBroke)
  if (isShared) setInEachTransaction(pool, settings)
  pool.on('connect', dropWhenBeginFails)
  for (const name of ['connect', 'query'] as const) tellLostConnection(pool, name)
  return pool
}

type Call = (...args: unknown[]) => Promise<unknown>

/** The database refused a statement; the connection lives. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !isFatal(error)

/** Whether a statement, as pg takes it, begins a transaction. */
function isBegin(config: unknown): boolean {
  const text = typeof config === 'string' ? config : (config as { text?: string } | undefined)?.text
  return text !== undefined && /^begin\b/i.test(text)
}

/** Makes the settings after each `begin`. A single statement gets a transaction of its own. */
function setInEachTransaction(pool: pg.Pool, settings: Settings): void {
  const set = Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as unknown as Call
    const withSettings: Call = async (...args) => {
      const answer = await query(...args)
      if (isBegin(args[0])) await query(set)
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
      if (isRefusal(error)) await client.query('rollback').catch(() => {})
      throw error
    } finally {
      // A connection that broke must not be used again.
      client.release(failure !== undefined && !isRefusal(failure))
    }
  }
  pool.query = query as unknown as typeof pool.query
}

/**
 * Drizzle does not give back the connection of a transaction that could not begin: this does, and drops it.
 */
function dropWhenBeginFails(client: pg.PoolClient) {
  const query = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  const dropping = (...args: unknown[]): unknown => {
    const answer = query(...args)
    if (!(answer instanceof Promise) || !isBegin(args[0])) return answer
    return answer.catch((error: unknown) => {
      const release = client.release.bind(client)
      // The pool makes a new one at each checkout, so a second call does nothing.
      client.release = () => {}
      release(true)
      throw error
    })
  }
  client.query = dropping as typeof client.query
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
  // PgBouncer says so while it does not reach the database; an error of a statement is not fatal.
  const isPooler = isFatal(error) && sqlState(error) === '08P01'
  if (!(error instanceof Error) || (error instanceof pg.DatabaseError && !isPooler) || sqlState(error) === '08006') return error
  if (error instanceof TypeError || error instanceof RangeError) return error
  return Object.assign(new Error(error.message, { cause: error }), { code: '08006' })
}
