import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../insideTransaction.ts'
import { currentBudget, defaultBudgets, limitOf, poolFor, type QueryBudgets } from '../queryBudget.ts'
import * as schema from '../schema.ts'
import { isFatal, joined, makePool, optionsOf, type Settings, settingsOf, type Target, targetOf, withState } from './makePool.ts'

const talking = new Set(['query', 'connect'])
/** Maximum of connections per budget. Jobs and listeners have their own, so that they take none from requests. */
const connections = { request: 16, listen: 2, job: 8, none: 2 } as const

/** PostgreSQL 15 or newer, for more than one server or more than one site; also behind a pooler such as PgBouncer. */
export function openPostgres(url: string, budgets: QueryBudgets = defaultBudgets): Engine {
  const target = targetOf(url)
  const pools = new Map<keyof typeof connections, pg.Pool>()
  let shared: Promise<boolean> | undefined
  const poolOf = async (budget: keyof typeof connections): Promise<pg.Pool> => {
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
        const pool = await poolOf(poolFor(currentBudget()))
        return (pool[name] as (...args: unknown[]) => unknown)(...args)
      }
    },
  })
  const guarded = refusingInsideTransaction(byBudget, talking)
  return {
    kind: 'postgres',
    db: drizzle({ client: guarded, schema }) as unknown as Database,
    ask: async <Row>(text: string, values: readonly unknown[]) => (await guarded.query(text, [...values])).rows as Row[],
    query: async (...args) => (guarded.query as (...args: unknown[]) => Promise<unknown>)(...args),
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

/**
 * Whether a pooler is in between (PgBouncer in transaction mode): it refuses or ignores the settings of a connection,
 * because each transaction may run on another one.
 */
export async function takesNoSettings(target: Target, withinMs = probeWithinMs): Promise<boolean> {
  const mark = { statement_timeout: 54_321 }
  try {
    return (await readTimeout(target, mark, withinMs)) !== `${mark.statement_timeout}ms`
  } catch (error) {
    if (!isFatal(error)) throw withState(error)
    // It refused, or it has no connection at all.
    await readTimeout(target, {}, withinMs).catch((reason: unknown) => {
      throw withState(reason)
    })
    return true
  }
}

const probeWithinMs = 10_000

/** Opens a connection with these settings, and returns its setting `statement_timeout`. */
async function readTimeout({ url, options }: Target, settings: Settings, withinMs: number): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    options: joined(options, optionsOf(settings)),
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
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
