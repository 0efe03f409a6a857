import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { type Engine, rows } from './database.ts'
import { engineOf } from './embedded/engineOf.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres/openPostgres.ts'

const first = [{ id: '0001-a', sql: 'create table a (n int); insert into a values (1)' }]
const second = [...first, { id: '0002-b', sql: 'alter table a add column note text; update a set n = n + 1' }]
const broken = [...second, { id: '0003-c', sql: 'insert into a values (9); select 1 / 0' }]

function bringsUpToDate(open: () => Promise<Engine>) {
  let engine: Engine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  it('applies each migration once, in order', async () => {
    await migrate(engine, first)
    await migrate(engine, second)
    await migrate(engine, second)
    expect(await rows(engine.db, sql`select n, note from a`)).toEqual([{ n: 2, note: null }])
  })

  it('leaves nothing of a migration that fails, and can go on', async () => {
    await expect(migrate(engine, broken)).rejects.toThrow('division by zero')
    await migrate(engine, second)
    expect(await rows(engine.db, sql`select n from a`)).toEqual([{ n: 2 }])
    expect(await rows(engine.db, sql`select id from migrations order by id`)).toEqual([{ id: '0001-a' }, { id: '0002-b' }])
  })

  it('lets the version before start on a newer database', async () => {
    await migrate(engine, first)
    expect(await rows(engine.db, sql`select count(*)::int as n from migrations`)).toEqual([{ n: 2 }])
  })
}

describe('migrations, embedded', () => {
  bringsUpToDate(async () => {
    const client = await PGlite.create()
    return engineOf(client, () => client.close())
  })
})

describe('migrations, PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  bringsUpToDate(async () => openPostgres(postgres.url()))

  it('waits for another server that migrates the same database', async () => {
    const engines = [1, 2, 3].map(() => openPostgres(postgres.url()))
    const slow = [...second, { id: '0004-slow', sql: 'select pg_sleep(0.2); create table d (n int)' }]
    await Promise.all(engines.map((engine) => migrate(engine, slow)))
    await Promise.all(engines.map((engine) => engine.close()))
  })
})
