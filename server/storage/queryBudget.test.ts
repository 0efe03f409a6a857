import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { embeddedFolder } from '../../tests/harness/storages.ts'
import { rows } from './database.ts'
import { refusalOf, withQueryBudget } from './queryBudget.ts'
import { openStorage, type Storage } from './storage.ts'

/** Only statements with the `job` budget are stopped soon: a slow machine stops no other statement. */
const budgets = { request: 60_000, job: 400 }
const endless = sql`select count(*) from generate_series(1, 1000000000000)`

/** The error that the caller receives. */
async function refusal(work: Promise<unknown>) {
  const refused = refusalOf(
    await work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
  return refused && { status: refused.status, code: refused.code, message: refused.message }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const stoppedBecause = (words: string) => ({ status: 503, code: 'UNAVAILABLE', message: expect.stringContaining(words) as string })

function stopsWhatTakesTooLong(open: () => Promise<Storage>) {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  const add = (id: string) => storage.db.execute(sql`insert into teams (id, name) values (${id}, ${id})`)
  const teams = async (like: string) =>
    (await rows(storage.db, z.object({ id: z.string() }), sql`select id from teams where id like ${like} order by id`)).map(({ id }) => id)

  it('stops a statement over its budget with a reason, and answers everybody who waited', async () => {
    await add('slow-before')
    const slow = refusal(withQueryBudget('job', async () => storage.db.execute(endless)))
    const waiting = Promise.all(Array.from({ length: 20 }, (_, n) => add(`slow-${n}`)))
    expect(await slow).toEqual(stoppedBecause('too long'))
    await waiting
    expect(await teams('slow-%')).toHaveLength(21)
  })

  it('stores nothing of a transaction with a statement that was stopped', async () => {
    const slow = withQueryBudget('job', () =>
      storage.transaction(async (tx) => {
        await tx.execute(sql`insert into teams (id, name) values ('half', 'half')`)
        await tx.execute(endless)
      }),
    )
    const next = storage.transaction((tx) => tx.execute(sql`insert into teams (id, name) values ('next', 'next')`))
    expect(await refusal(slow)).toEqual(stoppedBecause('too long'))
    await next
    expect(await teams('half')).toEqual([])
    expect(await teams('next')).toEqual(['next'])
  })

  it('takes a transaction back that was left open, and lets the next one in', async () => {
    const [begun, left] = [gate(), gate()]
    const forgotten = withQueryBudget('job', () =>
      storage.transaction(async (tx) => {
        await tx.execute(sql`insert into teams (id, name) values ('left', 'left')`)
        begun.open()
        await left.opened
        await tx.execute(sql`insert into teams (id, name) values ('left-2', 'left-2')`)
      }),
    )
    const told = refusal(forgotten)
    await begun.opened
    // The same key must wait for the transaction on both storages.
    await add('left')
    left.open()
    expect(await told).toEqual(stoppedBecause('was undone'))
    expect(await teams('left%')).toEqual(['left'])
  })

  it('still tells an error of a statement by its SQLSTATE', async () => {
    await add('twice')
    await expect(add('twice')).rejects.toMatchObject({ cause: { code: '23505', constraint: 'teams_pkey' } })
    await expect(storage.db.execute(sql`select ${'x'}::int`)).rejects.toMatchObject({ cause: { code: '22P02' } })
  })
}

describe('statements over their budget', () => {
  describe('embedded', () => {
    let folder = ''
    const reopened: string[] = []
    const open = async () => {
      folder ||= await embeddedFolder()
      return openStorage({ dataDir: folder, budgets, onReopen: (why) => reopened.push(why) })
    }
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true })
    })
    stopsWhatTakesTooLong(open)

    it('tells that the database was opened again, once for each statement that was stopped', () => {
      expect(reopened).toEqual(['budget', 'budget'])
    })
  })

  describe('PostgreSQL', () => {
    let postgres: Postgres | undefined
    afterAll(() => postgres?.stop())
    stopsWhatTakesTooLong(async () => {
      postgres = await startPostgres()
      return openStorage({ databaseUrl: postgres.url(), budgets })
    })

    it('tells a client that waited too long for a lock that another person is changing it', async () => {
      const other = await openStorage({ databaseUrl: postgres?.url(), budgets })
      const [locked, done] = [gate(), gate()]
      const holding = other.transaction(async (tx) => {
        await tx.execute(sql`insert into teams (id, name) values ('locked', 'locked')`)
        locked.open()
        await done.opened
      })
      await locked.opened
      const waited = withQueryBudget('job', async () => other.db.execute(sql`insert into teams (id, name) values ('locked', 'locked')`))
      expect(await refusal(waited)).toEqual(stoppedBecause('changing the same thing'))
      done.open()
      await holding
      await other.close()
    })

    it('tells a caller that the database can not be reached, before and inside a transaction', async () => {
      const gone = await startPostgres()
      const storage = await openStorage({ databaseUrl: gone.url(), budgets })
      const [begun, stop] = [gate(), gate()]
      const inside = refusal(
        storage.transaction(async (tx) => {
          begun.open()
          await stop.opened
          await tx.execute(sql`select 1`)
        }),
      )
      await begun.opened
      await gone.stop()
      stop.open()
      expect(await inside).toEqual(stoppedBecause('cannot be reached'))
      expect(await refusal(storage.db.execute(sql`select 1`))).toEqual(stoppedBecause('cannot be reached'))
      await storage.close()
    })
  })
})

describe('the embedded database', () => {
  it('answers the first statement of a transaction like any other', async () => {
    const folder = await embeddedFolder()
    const storage = await openStorage({ dataDir: folder })
    const one = sql`select ${'one'}::text as word`
    for (const turn of ['first', 'again', 'and again'])
      expect([turn, await storage.transaction((tx) => rows(tx, one))]).toEqual([turn, [{ word: 'one' }]])
    expect(await storage.transaction((tx) => rows(tx, sql`select 2 as two`))).toEqual([{ two: 2 }])
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves the server free while a statement runs', async () => {
    const folder = await embeddedFolder()
    const storage = await openStorage({ dataDir: folder })
    let done = false
    const running = storage.db.execute(sql`select count(*) from generate_series(1, 300000)`).finally(() => {
      done = true
    })
    let turns = 0
    while (!done) {
      await new Promise(setImmediate)
      turns++
    }
    await running
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
    expect(turns).toBeGreaterThan(200)
  })
})
