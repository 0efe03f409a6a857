import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { deleteInBatches } from './deleteInBatches.ts'
import { openPostgres } from './postgres/openPostgres.ts'

it('a row stays that another server renews while it is being deleted', async () => {
  const postgres = await startPostgres()
  const engine = openPostgres(postgres.url())
  const client = new pg.Client(postgres.url())
  await client.connect()
  try {
    await client.query('create table passes (id int, ends int); insert into passes values (1, 0), (2, 0), (3, 9)')
    await client.query('begin; update passes set ends = 9 where id = 1')
    const deleting = deleteInBatches(engine.db, { table: 'passes', gone: sql`ends < 5` })
    const waits = async () => (await client.query('select 1 from pg_locks where not granted')).rowCount
    await expect.poll(waits).toBe(1)
    await client.query('commit')
    expect(await deleting).toBe(1)
    expect((await client.query('select id from passes order by id')).rows).toEqual([{ id: 1 }, { id: 3 }])
  } finally {
    await client.end()
    await engine.close()
    await postgres.stop()
  }
})
