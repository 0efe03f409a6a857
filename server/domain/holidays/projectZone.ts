import { sql } from 'drizzle-orm'

/** SQL: the time zone of the project `t`, that of the connected system or of its first site by name; null without both. */
export const projectZone = sql`coalesce(t.model ->> 'sourceTimezone',
  (select z.timezone from sites z where z.team = t.id order by lower(z.name), z.id limit 1))`
