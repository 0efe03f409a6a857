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

/** Runs `work` in a transaction while no other server migrates. The lock ends with the transaction. */
async function whileAlone(run: RunSql, work: () => Promise<void>, repeats = mostRepeats): Promise<void> {
  try {
    await inTransaction(run, work)
  } catch (error) {
    if (sqlState(error) !== deadlock || repeats === 0) throw error
    await whileAlone(run, work, repeats - 1)
  }
}

async function inTransaction(run: RunSql, work: () => Promise<void>): Promise<void> {
  await run('begin')
  try {
    await run('set local lock_timeout = 0')
    await run(`select pg_advisory_xact_lock(${lockKey})`)
    await work()
    await run('commit')
  } catch (error) {
    await run('rollback')
    throw error
  }
}
