import { sql } from 'drizzle-orm'
import type { LogStore } from '../../adapters/daily-log/embedded/simulatedLog.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

/** Stores the daily logs of the simulated construction system. */
export const simulatedStore = (storage: Storage): LogStore => ({
  async isCompleted(project, day) {
    return (await rows(storage.db, sql`select 1 from simulated_log_days where project = ${project} and day = ${day}::date`)).length > 0
  },
  async put({ key, project, day, kind, pending, by, vendor, trade, cost_code, worker_count, worker_hours, hours, location, notes }) {
    const model = { vendor, trade, cost_code, worker_count, worker_hours, hours, location, notes, by: by.name }
    await storage.db.execute(
      sql`insert into simulated_log (key, project, day, kind, pending, model)
          values (${key}, ${project}, ${day}::date, ${kind}, ${pending}, ${JSON.stringify(model)}::jsonb)
          on conflict (key) do update set pending = excluded.pending, model = excluded.model`,
    )
    return key
  },
})
