import pg from 'pg'
import { sqlState } from '../sqlState.ts'

export type Settings = Readonly<Record<string, string | number>>

/** The settings of a connection whose statements may take `limit` ms. */
export const settingsOf = (limit: number): Settings => ({
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
export const optionsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The database or a pooler ended the connection with this error. */
export const isFatal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'FATAL'

/** An address, and the options that were part of it: pg ignores further options beside them. */
export interface Target {
  readonly url: string
  readonly options: string
}

export function targetOf(address: string): Target {
  if (!URL.canParse(address)) return { url: address, options: '' }
  const url = new URL(address)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  return { url: options === '' ? address : url.href, options }
}

export const joined = (...options: readonly string[]): string => options.filter(Boolean).join(' ')

interface PoolOptions {
  readonly max: number
  readonly settings: Settings
  /** How long one statement may take. In ms. */
  readonly limit: number
  /** The settings are made in each transaction, not once per connection. */
  readonly isShared: boolean
  /** How long a new connection may take. In ms. */
  readonly connectWithinMs?: number
  /** A server that may fall silent: its statements end here as well. */
  readonly isRemote?: boolean
}

/** Beyond the limit of a statement: the answer of the database that it was stopped arrives first. */
const slackMs = 1000

export function makePool(
  { url, options }: Target,
  { max, settings, limit, isShared, connectWithinMs = 10_000, isRemote = false }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'muster',
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
    options: joined(options, isShared ? '' : optionsOf(settings)),
    // A pooler may let a statement wait for a connection before the database counts its time.
    ...((isShared || isRemote) && Number.isFinite(limit) && { query_timeout: limit + slackMs }),
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
export function withState(error: unknown): unknown {
  // PgBouncer says so while it does not reach the database; an error of a statement is not fatal.
  const isPooler = isFatal(error) && sqlState(error) === '08P01'
  if (!(error instanceof Error) || (error instanceof pg.DatabaseError && !isPooler) || sqlState(error) === '08006') return error
  if (error instanceof TypeError || error instanceof RangeError) return error
  return Object.assign(new Error(error.message, { cause: error }), { code: '08006' })
}
