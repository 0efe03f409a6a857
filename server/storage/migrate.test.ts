import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { type Engine, rows } from './database.ts'
import { engineOf } from './embedded/engineOf.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.data.ts'
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

  it('begins again when the database ends a migration because of a deadlock', async () => {
    const counted = [...second, { id: '0005-tries', sql: 'create sequence tries' }]
    const deadlock = `raise exception using errcode = '40P01', message = 'deadlock'`
    const ended = `create table e (n int); do $$ begin if nextval('tries') < 3 then ${deadlock}; end if; end $$`
    await migrate(engine, [...counted, { id: '0006-e', sql: ended }])
    expect(await rows(engine.db, sql`select n from e`)).toEqual([])
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

  /** Opens a database of its own with the migrations before this one. */
  const openBefore = async (database: string, next: string) => {
    const client = new pg.Client(postgres.url())
    await client.connect()
    await client.query(`create database ${database}`)
    await client.end()
    const engine = openPostgres(postgres.url(database))
    await migrate(
      engine,
      migrations.filter(({ id }) => id < next),
    )
    return engine
  }

  it('replaces the triggers of saves while a backup reads, and a save goes on that has begun', async () => {
    const engine = await openBefore('upgraded', '0116')
    const [backup, save] = [new pg.Client(postgres.url('upgraded')), new pg.Client(postgres.url('upgraded'))]
    await Promise.all([backup.connect(), save.connect()])
    try {
      await backup.query('begin; select 1 from records; select 1 from feed_entries')
      await save.query('begin; lock table records in row exclusive mode')
      const migrating = migrate(
        engine,
        migrations.filter(({ id }) => id < '0117'),
      )
      const waits = async () => (await backup.query(`select 1 from pg_locks where relation = 'records'::regclass and not granted`)).rowCount
      await expect.poll(waits, { interval: 20, timeout: 10_000 }).toBe(1)
      await save.query('lock table feed_entries in row exclusive mode')
      await save.query('commit')
      await migrating
    } finally {
      await Promise.all([backup.end(), save.end()])
      await engine.close()
    }
  })

  it('waits for a backup that reads a table, and saves do not wait for it', async () => {
    const engine = await openBefore('backed_up', '0125')
    const [backup, save] = [new pg.Client(postgres.url('backed_up')), new pg.Client(postgres.url('backed_up'))]
    await Promise.all([backup.connect(), save.connect()])
    try {
      await backup.query('begin; select 1 from jobs')
      const migrating = migrate(engine, migrations)
      const waits = async () => (await backup.query(`select 1 from pg_locks where relation = 'jobs'::regclass and not granted`)).rowCount
      await expect.poll(waits, { interval: 20, timeout: 10_000 }).toBe(1)
      await save.query(`set lock_timeout = '5s'; begin; lock table jobs in row exclusive mode; commit`)
      await backup.query('commit')
      await migrating
      expect((await save.query('select kept from jobs')).rowCount).toBe(0)
    } finally {
      await Promise.all([backup.end(), save.end()])
      await engine.close()
    }
  })

  it('replaces the index of receipts, and a save that has read them goes on without waiting', async () => {
    const engine = await openBefore('indexed', '0126')
    const [save, other] = [new pg.Client(postgres.url('indexed')), new pg.Client(postgres.url('indexed'))]
    await Promise.all([save.connect(), other.connect()])
    try {
      await save.query(`set lock_timeout = '100ms'; begin; select 1 from receipts`)
      const migrating = migrate(engine, migrations)
      const waits = async () => (await other.query(`select 1 from pg_locks where relation = 'receipts'::regclass and not granted`)).rowCount
      await expect.poll(waits, { interval: 20, timeout: 10_000 }).toBe(1)
      await save.query('lock table receipts in row exclusive mode')
      await save.query('commit')
      await migrating
    } finally {
      await Promise.all([save.end(), other.end()])
      await engine.close()
    }
  })
})
