import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPgBouncer, startPostgres } from '../../../tests/harness/postgres.ts'
import { newId, save, seedSite } from '../../../tests/harness/site.ts'
import { rows } from '../database.ts'
import { withQueryBudget } from '../queryBudget.ts'
import { sqlState } from '../sqlState.ts'
import { openStorage, type Storage } from '../storage.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** The SQLSTATE of a rejection. */
const stateOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => sqlState(error),
  )

describe.each([
  ['that refuses the settings of a connection', ''],
  ['that ignores the settings of a connection', 'options'],
])('behind PgBouncer in transaction mode %s', (_, ignored) => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  const storages: Storage[] = []
  beforeAll(async () => {
    bouncer = await startPgBouncer(postgres, ignored)
    // Three servers start together on an empty database.
    const budgets = { request: 400, job: 5000 }
    await withDatabase(bouncer.url, 'drop schema public cascade; create schema public')
    storages.push(...(await Promise.all([1, 2, 3].map(() => openStorage({ databaseUrl: bouncer.url, budgets, checkRows: true })))))
  })
  afterAll(async () => {
    await Promise.all(storages.map((storage) => storage.close()))
    await bouncer.stop()
  })

  it('migrates once, and stores each save once, also when three servers get it', async () => {
    const [first] = storages
    if (!first) throw new Error('no server')
    const site = await seedSite(first)
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const path = site.newPath()
        const request = { path, payload: { n }, by: site.owner, device: newId(), opId: newId(), seq: 1 }
        return Promise.all(storages.map((storage) => save(storage, request)))
      }),
    )
    expect(new Set(sent.flat().map(({ status }) => status))).toEqual(new Set([200]))
    const [count] = await rows(first.db, sql`select 1 from records where path like ${`forms/${site.form}/%`}`).then((all) => [all.length])
    expect(count).toBe(60)
  })

  it('stops slow statements, in a transaction and without one', async () => {
    const [storage] = storages
    if (!storage) throw new Error('no server')
    const slow = sql`select pg_sleep(2)`
    expect(await stateOf(storage.db.execute(slow))).toBe('57014')
    expect(await stateOf(storage.transaction((tx) => tx.execute(slow)))).toBe('57014')
    expect(await stateOf(withQueryBudget('job', async () => await storage.db.execute(sql`select pg_sleep(0.8)`)))).toBe('done')
    expect(await stateOf(storage.db.execute(sql`select 1`))).toBe('done')
    const jit = await storage.transaction((tx) => tx.execute(sql`show jit`))
    expect(JSON.stringify(jit)).toContain('"off"')
  })

  it('leaves no setting on the connections that it shares', async () => {
    for (let n = 0; n < 8; n++) expect(await withDatabase(bouncer.url, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }])
  })

  it('goes on after the database was away, with all its connections', async () => {
    const [storage] = storages
    if (!storage) throw new Error('no server')
    const transactions = () =>
      Promise.all(Array.from({ length: 20 }, () => stateOf(storage.transaction((tx) => tx.execute(sql`select 1`)))))
    let failed = 0
    // A database that is back soon fails few of them.
    for (let round = 0; round < 3 || (failed <= 20 && round < 12); round++) {
      let isBack = false
      const restarted = postgres.killAndRestart().then(() => (isBack = true))
      while (!isBack) failed += (await transactions()).filter((state) => state !== 'done').length
      await restarted
    }
    // More than a pool has connections.
    expect(failed).toBeGreaterThan(20)
    await expect.poll(transactions, { timeout: 30_000 }).toEqual(Array.from({ length: 20 }, () => 'done'))
  })
})

it('options in the address of a database and the settings of a server work together', async () => {
  const storage = await openStorage({ databaseUrl: `${postgres.url()}?options=-c%20work_mem%3D8MB`, budgets: { request: 400, job: 5000 } })
  const setting = async (name: string) => JSON.stringify(await storage.db.execute(sql.raw(`show ${name}`)))
  expect([await setting('work_mem'), await setting('statement_timeout'), await setting('jit')]).toEqual([
    expect.stringContaining('"8MB"'),
    expect.stringContaining('"400ms"'),
    expect.stringContaining('"off"'),
  ])
  await storage.close()
})

async function withDatabase(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}
