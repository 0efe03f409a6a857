import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows } from '../../storage/database.ts'

const QueueRow = z.object({ kind: z.string(), due: z.number(), planned: z.number(), oldestSeconds: z.number() })

const DevicesRow = z.object({
  registered: z.number(),
  silent: z.number(),
  unsent: z.number(),
  /** As the device wrote it. */
  oldestUnsent: z.nullable(z.string()),
})

/** The state of the work of this server, without names, numbers or contents. */
export interface OperatingFigures {
  /** By kind of job: due jobs, jobs planned for later, and for how long the oldest due one has waited, s. */
  readonly queues: readonly z.infer<typeof QueueRow>[]
  /**
   * Registered devices; those without a report for an hour; saves that the others reported as unsent, and the age of
   * the oldest one, s.
   */
  readonly devices: { readonly registered: number; readonly silent: number; readonly unsent: number; readonly oldestUnsentSeconds: number }
}

/** Seconds since this time; 0 if a device reported one that does not exist, or that is still to come. */
function secondsSince(time: string | null): number {
  const at = time === null ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? 0 : Math.max(0, (Date.now() - at) / 1000)
}

/** Reads the figures from indexes: their cost does not grow with the records. */
export async function operatingFigures(db: Database): Promise<OperatingFigures> {
  const queues = await rows(
    db,
    QueueRow,
    sql`select kind, (count(*) filter (where run_at <= now()))::int as due, (count(*) filter (where run_at > now()))::int as planned,
          coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as "oldestSeconds"
        from jobs where finished_at is null group by kind order by kind`,
  )
  const [devices] = await rows(
    db,
    DevicesRow,
    sql`select count(*)::int as registered, (count(*) filter (where not heard))::int as silent,
          coalesce(sum((facts #>> '{unsent,count}')::float8) filter (where heard), 0)::float8 as unsent,
          min(facts #>> '{unsent,oldest}') filter (where heard) as "oldestUnsent"
        from (select facts, coalesce(last_ping > now() - interval '1 hour', false) as heard from devices where revoked_at is null and not deleted) d`,
  )
  const { registered = 0, silent = 0, unsent = 0, oldestUnsent = null } = devices ?? {}
  return { queues, devices: { registered, silent, unsent, oldestUnsentSeconds: secondsSince(oldestUnsent) } }
}
