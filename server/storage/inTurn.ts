import { sql } from 'drizzle-orm'
import { rows } from './database.ts'
import type { Storage } from './storage.ts'

interface Turn {
  /** The same at all servers. */
  readonly name: string
  /** The interval of the rounds. In ms. */
  readonly ms: number
}

/**
 * Returns a round that one of the servers of a database runs in each interval: the first that asks. After a round that
 * failed, the next server that asks repeats it.
 */
export function inTurn(storage: Storage, { name, ms }: Turn, round: () => Promise<unknown>): () => Promise<void> {
  // The embedded database has one server.
  if (storage.kind === 'embedded') return async () => void (await round())
  return async () => {
    // The clocks of timers are not exact: a server asks again a little before the interval has passed.
    const shortest = 0.9 * ms
    const taken = await rows(
      storage.db,
      sql`insert into turns (name, taken_at) values (${name}, now())
        on conflict (name) do update set taken_at = now() where turns.taken_at <= now() - ${shortest}::float8 * interval '1 millisecond'
        returning name`,
    )
    if (taken.length === 0) return
    try {
      await round()
    } catch (error) {
      await storage.db.execute(sql`delete from turns where name = ${name}`)
      throw error
    }
  }
}
