import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startPostgres } from '../../../tests/harness/postgres.ts'
import { firstSavedAt } from './firstSavedAt.ts'

const { sql: text, params } = new PgDialect().sqlToQuery(
  sql`select to_json(${firstSavedAt}) #>> '{}' as at
      from (select '2026-11-29T12:00:00Z'::timestamptz as created_at, null::timestamptz as corrected_at, ${'model'}::jsonb as model) r`,
)

/** Returns the time of a record with this timestamp that arrived at noon on 29 November 2026. */
async function timeOf(client: pg.Client, timestamp: unknown): Promise<string> {
  const model = JSON.stringify({ timestamp })
  const { rows } = await client.query<{ at: string }>(
    text,
    params.map((value) => (value === 'model' ? model : value)),
  )
  return new Date(rows[0]?.at ?? '').toISOString()
}

it('the time of a record depends on no setting of the database, and nothing that a program writes is an error', async () => {
  const postgres = await startPostgres()
  const first = new pg.Client(postgres.url())
  // The rules of ICU know the digits of all scripts.
  const icu = new pg.Client(postgres.url('icu'))
  try {
    await first.connect()
    await first.query(`create database icu template template0 encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C.UTF-8'`)
    await icu.connect()
    await icu.query(`set datestyle = 'SQL, DMY'; set timezone = 'America/New_York'; set standard_conforming_strings = off`)
    for (const said of ['2026-11-28T21:30:00.000Z', '2026-11-28T21:30:00Z'])
      expect(await timeOf(icu, said)).toBe('2026-11-28T21:30:00.000Z')
    const digits = ['20٢٦-11-28T21:30:00Z', '2026-11-28T21:30:0٣Z', '２０２６-11-28T21:30:00Z']
    const times = ['2026-11-28T21:30:60Z', '2026-11-28T24:00:00Z', '0000-11-28T21:30:00Z', '2026-11-29T12:00:01Z', '2025-10-01T00:00:00Z']
    for (const wrong of [...digits, ...times, '2026-11-28T21:30:00Z\n', '', 'now', 'infinity', 7, true, null, [], { at: 1 }])
      expect([wrong, await timeOf(icu, wrong)]).toEqual([wrong, '2026-11-29T12:00:00.000Z'])
  } finally {
    await Promise.all([first.end(), icu.end()])
    await postgres.stop()
  }
})

it('the time of a record reads its answers once, because a large record is decompressed each time', () => {
  expect(text.match(/->> 'timestamp'/g)).toHaveLength(1)
})
