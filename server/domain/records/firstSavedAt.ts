import { sql } from 'drizzle-orm'
import { receiptDays } from './reconcileOps.ts'

/** As devices write it: ISO 8601, UTC. Another program may write anything. `\d` would match digits of other scripts, which are no time. */
const isTime = sql`said ~ '^20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?Z$'`
/** The days are added: 31 February as a date would be an error. */
const saidAt = sql`((left(said, 8) || '01' || substr(said, 11))::timestamptz + make_interval(hours => 24 * (substr(said, 9, 2)::int - 1)))`

/**
 * SQL: when the first save of `r`, a row with the columns of records, was made. The database has the time of the last save, and of
 * the first arrival; the record itself has the time of its first save (OQ-195). One after the arrival does not count, nor one so old
 * that the server would not have taken the save. `offset 0`: a large record is decompressed once, not each time that `said` is used.
 */
export const firstSavedAt = sql`(select least(r.corrected_at, r.created_at, case when ${isTime} then
    case when ${saidAt} > r.created_at - make_interval(days => ${receiptDays}) then ${saidAt} end end)
  from (select r.model ->> 'timestamp' as said offset 0) t)`
