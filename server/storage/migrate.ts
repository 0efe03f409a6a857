import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, RunSql } from './database.ts'
import { migrations } from './migrations.data.ts'
import { withQueryBudget } from './queryBudget.ts'
import { sqlState } from './sqlState.ts'

/** Arbitrary lock number; all servers that migrate this database wait for the same lock. */
export const lockKey = 7_203_511

/**
 * Applies the missing migrations. Servers that start together wait for each other; unknown (newer)
 * migrations are left as they are.
 */
export async function migrate(engine: Engine, list = migrations): Promise<void> {
  await withQueryBudget('none', () =>
    engine.alone(async (run) => {
      const known = () => run<{ id: string }>('select id from migrations')
      await whileAlone(run, async () => {
        await run('create table if not exists migrations (id text primary key, applied_at timestamptz not null default now())')
      })
      const done = new Set((await known()).map((row) => row.id))
      for (const { id, sql } of list) {
        if (done.has(id)) continue
        await whileAlone(run, async () => {
          // Another server may have applied it meanwhile.
          if ((await run(`select 1 from migrations where id = '${id}'`)).length > 0) return
          await run(sql)
          await run(`insert into migrations (id) values ('${id}')`)
        })
      }
    }),
  )
}

const deadlock = '40P01'
/** The database ends a migration that waits for writes which wait for it. How often it is then begun again. */
const mostRepeats = 20
const lockTimeout = '55P03'
/** What comes after a migration in the queue of a table waits with it, saves too: so it waits this long, and lets them through. */
const lockWaitMs = 500
const betweenMs = 2000

/**
 * Runs `work` in a transaction while no other server migrates. The lock ends with the transaction. Begins again as long as
 * another transaction, for instance of a backup, has a table that `work` changes.
 */
async function whileAlone(run: RunSql, work: () => Promise<void>): Promise<void> {
  for (let left = mostRepeats; ; ) {
    try {
      await inTransaction(run, work)
      return
    } catch (error) {
      const state = sqlState(error)
      if (state === lockTimeout) await pause(betweenMs)
      else if (state !== deadlock || left-- === 0) throw error
    }
  }
}

async function inTransaction(run: RunSql, work: () => Promise<void>): Promise<void> {
  await run('begin')
  try {
    await run('set local lock_timeout = 0')
    await run(`select pg_advisory_xact_lock(${lockKey})`)
    await run(`set local lock_timeout = ${lockWaitMs}`)
    await work()
    await run('commit')
  } catch (error) {
    await run('rollback')
    throw error
  }
}
