import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createBatcher } from '../createBatcher.ts'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../insideTransaction.ts'
import { currentBudget, limitOf, poolFor, type QueryBudget, type QueryBudgets } from '../queryBudget.ts'
import { runPeriodically } from '../runPeriodically.ts'
import * as schema from '../schema.ts'
import { sqlState } from '../sqlState.ts'
import { takesNoSettings } from './openPostgres.ts'
import { makePool, settingsOf, targetOf } from './makePool.ts'
import type { ReadReplica, ReplicaState } from '../ReadReplica.ts'
import { comparePositions, isPosition } from '../comparePositions.ts'

/** Connections to the replica, for each budget. */
const connections = 12
/** A connection that takes longer counts as lost: the primary answers instead. */
const connectWithinMs = 2000
/** How often the position of the replica is read. A write is read from the primary until the next time, at least. */
const pollMs = 500
/** A replica that is this far behind is not used. */
const mostLagSeconds = 30
/** Positions that are kept while the replica has not reached them. */
const mostSamples = 300

interface Options {
  readonly url: string
  /** Answers what the replica cannot. */
  readonly primary: Pick<Engine, 'ask' | 'query'>
  readonly budgets: QueryBudgets
  /** Called when the replica is used or not used any more. */
  readonly onChange?: ((state: ReplicaState) => void) | undefined
}

/** The position of the primary at a time. */
interface Sample {
  readonly at: number
  readonly position: string
}

/** The state of a replica; `look` reads it again. */
async function followReplica({ primary, onChange }: Options, readReplayed: () => Promise<string | undefined>) {
  const positionNow = async () => {
    const [row] = await primary.ask<{ position: string }>('select pg_current_wal_insert_lsn()::text as position', [])
    return row?.position ?? '0/0'
  }
  /** What was there at the start, such as tables of new migrations. */
  const floor = await positionNow()
  let samples: Sample[] = []
  let replayed: string | undefined
  let caughtUpAt = Date.now()
  let reason: ReplicaState['reason'] = 'away'
  const counts = { replica: 0, primary: 0 }
  const lagSeconds = () => (Date.now() - caughtUpAt) / 1000
  const state = (): ReplicaState => ({ isUsed: reason === undefined, reason, lagSeconds: lagSeconds(), queries: { ...counts } })
  const become = (next: ReplicaState['reason']) => {
    if (next === reason) return
    reason = next
    onChange?.(state())
  }
  /** Keeps the newest position of the primary that the replica has reached, and those after it. */
  const measure = (position: string) => {
    const passed = samples.findLastIndex((sample) => comparePositions(sample.position, position) <= 0)
    caughtUpAt = samples[passed]?.at ?? caughtUpAt
    samples = samples.slice(passed + 1).slice(-mostSamples)
  }
  const hasReplayed = (position: string) => replayed !== undefined && comparePositions(replayed, position) >= 0
  return {
    counts,
    state,
    positionNow,
    lost: () => become('away'),
    mayAnswer: (position: string | undefined) => reason === undefined && (position === undefined || hasReplayed(position)),
    async look(): Promise<void> {
      try {
        samples.push({ at: Date.now(), position: await positionNow() })
        replayed = await readReplayed()
        if (replayed === undefined) return become('not a replica')
        measure(replayed)
        become(lagSeconds() > mostLagSeconds || !hasReplayed(floor) ? 'behind' : undefined)
      } catch {
        become('away')
      }
    },
  }
}

/**
 * Opens a streaming replica for reads. A statement goes to the replica if it has replayed what its caller wrote, and to
 * the primary otherwise; also if the replica is away, too far behind, or breaks off.
 */
export async function openReplica(options: Options): Promise<ReadReplica> {
  const { url, primary, budgets } = options
  const target = targetOf(url)
  const pools = new Map<QueryBudget, pg.Pool>()
  /** A pooler is in between. Undefined until the replica has answered. */
  let isShared: boolean | undefined
  const poolOf = (budget: QueryBudget): pg.Pool => {
    const limit = limitOf(budgets, budget)
    const pool =
      pools.get(budget) ??
      makePool(target, {
        max: connections,
        settings: settingsOf(limit),
        limit,
        isShared: isShared ?? false,
        connectWithinMs,
        isRemote: true,
      })
    pools.set(budget, pool)
    return pool
  }
  const followed = await followReplica(options, async () => {
    isShared ??= await takesNoSettings(target, connectWithinMs)
    const { rows } = await poolOf('request').query<{ position: string | null }>({
      text: 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position',
      query_timeout: connectWithinMs,
    } as pg.QueryConfig)
    return rows[0]?.position ?? undefined
  })

  const queryFor =
    (position: string | undefined) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (followed.mayAnswer(position)) {
        try {
          const answer = await (poolOf(poolFor(currentBudget())).query as (...args: unknown[]) => Promise<unknown>)(...args)
          followed.counts.replica += 1
          return answer
        } catch (error) {
          if (!isOfReplica(error)) throw error
          // A statement that the replica ends for its replay does not mean that it is away.
          if (!endedForReplay.has(sqlState(error))) followed.lost()
        }
      }
      followed.counts.primary += 1
      return await primary.query?.(...args)
    }

  const databaseFor = (position: string | undefined): Database => {
    const query = queryFor(position)
    const client = new Proxy(recognized, {
      get: (pool, name) => (name === 'query' ? query : (Reflect.get(pool, name, pool) as unknown)),
    })
    return drizzle({ client: refusingInsideTransaction(client, new Set(['query', 'connect'])), schema }) as unknown as Database
  }

  /** Drizzle takes a pool, which it recognizes by its class. */
  const recognized = new pg.Pool({ connectionString: url })

  await followed.look()
  const stop = runPeriodically(pollMs, followed.look, { failed: followed.lost })
  const ask = createBatcher<undefined, string | undefined>(
    async (asked) => {
      // Saves wait for this: when the primary does not answer one question, it is not asked again for each of them.
      const position = await followed.positionNow().catch(() => undefined)
      return asked.map(() => position)
    },
    { concurrency: 1, maxBatch: 1000 },
  )
  return {
    db: (position) => databaseFor(position !== undefined && isPosition(position) ? position : undefined),
    position: () => ask(undefined),
    state: followed.state,
    async close() {
      await stop()
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

/** The states of a statement that the replica ended for its replay. */
const endedForReplay: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])

/** The replica broke off, has no connection left, or ended the statement for its replay: the primary can answer. */
function isOfReplica(error: unknown): boolean {
  const code = sqlState(error)
  return code !== undefined && (endedForReplay.has(code) || code === '53300' || code.startsWith('08') || code.startsWith('57P'))
}
