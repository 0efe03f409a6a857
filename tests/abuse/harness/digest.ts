import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../../server/storage/database.ts'
import type { TestServer } from '../../harness/testServer.ts'

/**
 * What the server notes about itself: every request counts against `limits`, a refused one, too. A watch that runs
 * every few minutes notes doubts about the arrivals of earlier calls, and its turn.
 */
const notes = /^(?:limits|turns|attendance_doubts|migrations|schema_\w+|drizzle\w*|devices_seen|request_\w+)$/

/** Columns that show what a call did, of tables whose other columns the server changes by itself afterwards. */
const columnsOf: Readonly<Record<string, string>> = {
  // The runner notes state, attempts and lease.
  jobs: 'id, kind, key, payload',
  // Each request of a session moves `last_seen`, and `expires_at` with it.
  sessions: 'token_sha256, uid, created_at',
  // Sending notes state and time.
  sms_outbox: 'id, key, mobile, text',
  // Each attempt to send notes its time; the provider gives its id later.
  text_claims: 'key',
}

/** A fingerprint of every table that holds what people own or what the server does for a call: name → rows and their hash. */
export async function digest(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const { db } = server.running.storage
  const tables = await rows(
    db,
    z.object({ name: z.string() }),
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const parts = tables
    .filter(({ name }) => !notes.test(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from (select ${columnsOf[name] ?? '*'} from "${name}") t`,
    )
  const found = await rows(db, z.object({ name: z.string(), print: z.string() }), sql.raw(parts.join(' union all ')))
  return Object.fromEntries(found.map(({ name, print }) => [name, print]))
}
