import { sql } from 'drizzle-orm'
import { rows } from '../../../server/storage/database.ts'
import type { TestServer } from '../../harness/testServer.ts'

/** Tables with the server's notes about callers and itself, not with data of people. */
const notes = /^(?:limits|sessions|migrations|schema_\w+|drizzle\w*|jobs|usage_\w+|sms_outbox|text_\w+|devices_seen|request_\w+)$/

/** A fingerprint of every table with data of people: name → number of rows and their hash. */
export async function digest(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const { db } = server.running.storage
  const tables = await rows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const parts = tables
    .filter(({ name }) => !notes.test(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from "${name}" t`,
    )
  const found = await rows<{ name: string; print: string }>(db, sql.raw(parts.join(' union all ')))
  return Object.fromEntries(found.map(({ name, print }) => [name, print]))
}
