import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows } from '../../storage/database.ts'

const NumberRow = z.object({ n: z.number() })
const TimeRow = z.object({ n: z.number(), late: z.boolean() })

/**
 * Returns a number that is greater than that of each record which arrived before a time (ISO 8601), and not greater than
 * that of the others. Numbers follow the order of arrival, so a binary search finds it, whatever the number of records.
 */
export async function numberBefore(db: Database, parent: string, until: string): Promise<number> {
  const [newest] = await rows(
    db,
    NumberRow,
    sql`select n::float8 as n from records where parent = ${parent} and not deleted order by n desc limit 1`,
  )
  let [low, high] = [1, (newest?.n ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [here] = await rows(
      db,
      TimeRow,
      sql`select n::float8 as n, created_at >= ${until}::timestamptz as late from records
          where parent = ${parent} and not deleted and n <= ${middle} order by n desc limit 1`,
    )
    if (here?.late) high = here.n
    else low = middle + 1
  }
  return low
}
