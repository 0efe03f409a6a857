import type { Engine } from './database.ts'
import { migrations } from './migrations.data.ts'
import { withQueryBudget } from './queryBudget.ts'

/** Arbitrary lock number; all servers that migrate this database wait for the same lock. */
export const lockKey = 7_203_511

/**
 * Applies the missing migrations. Servers that start together wait for each other; unknown (newer)
 * migrations are left as they are.
 */
export async function migrate(engine: Engine, list = migrations): Promise<void> {
  await withQueryBudget('none', () =>
    engine.alone(async (run) => {
      await run('set lock_timeout = 0')
      await run(`select pg_advisory_lock(${lockKey})`)
      try {
        await run('create table if not exists migrations (id text primary key, applied_at timestamptz not null default now())')
        const done = new Set((await run<{ id: string }>('select id from migrations')).map((row) => row.id))
        for (const { id, sql } of list) {
          if (done.has(id)) continue
          await run('begin')
          try {
            await run(sql)
            await run(`insert into migrations (id) values ('${id}')`)
            await run('commit')
          } catch (error) {
            await run('rollback')
            throw error
          }
        }
      } finally {
        await run(`select pg_advisory_unlock(${lockKey})`)
        await run('reset lock_timeout')
      }
    }),
  )
}
