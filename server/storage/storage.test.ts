import { getTableColumns, getTableName, isTable, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { onEachStorage } from '../../tests/harness/storages.ts'
import { rows } from './database.ts'
import { migrations } from './migrations.data.ts'
import * as schema from './schema.ts'
import { openStorage } from './storage.ts'

describe('the storage', () => {
  onEachStorage((use) => {
    it('keeps what was stored through a restart', async () => {
      await use.storage.db.insert(schema.teams).values({ id: 'kept', name: 'Kept' })
      await use.reopen()
      expect(await use.storage.db.select().from(schema.teams)).toMatchObject([{ id: 'kept', name: 'Kept' }])
    })

    it('stores all of a transaction or nothing', async () => {
      const half = use.storage.transaction(async (tx) => {
        await tx.insert(schema.teams).values({ id: 'half', name: 'Half' })
        throw new Error('the power of the crane failed')
      })
      await expect(half).rejects.toThrow('the power of the crane failed')
      expect(await rows(use.storage.db, sql`select id from teams where id = 'half'`)).toEqual([])
    })

    it('refuses to be asked beside a transaction from inside it, and serves afterwards', async () => {
      await use.storage.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        const beside = Promise.resolve(use.storage.db.execute(sql`select 1`)).catch((error: Error) => error.cause ?? error)
        expect(String(await beside)).toContain('use its tx')
        await expect(use.storage.transaction(async () => {})).rejects.toThrow('use its tx')
      })
      expect(await rows(use.storage.db, sql`select 1 as one`)).toEqual([{ one: 1 }])
    })

    it('lets work that outlives its transaction use the database', async () => {
      let later: Promise<unknown> | undefined
      let begin = () => {}
      const gate = new Promise<void>((resolve) => {
        begin = resolve
      })
      await use.storage.transaction(async () => {
        later = gate.then(() => rows(use.storage.db, sql`select 1 as one`))
      })
      begin()
      expect(await later).toEqual([{ one: 1 }])
    })

    it('compiles no statement, and finds the bot that a save counts for without reading all bots', async () => {
      const [now] = await rows(
        use.storage.db,
        z.object({ compiles: z.boolean() }),
        sql`select pg_jit_available() and current_setting('jit') = 'on' as compiles`,
      )
      expect(now).toEqual({ compiles: false })
      await use.storage.transaction(async (tx) => {
        // The functions that store saves set the same planner options.
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_bitmapscan = off`)
        const plan = await rows(
          tx,
          z.object({ 'QUERY PLAN': z.string() }),
          sql`explain select id from automations where team = 'a' and form = 'b' order by deleted, created_at limit 1`,
        )
        const told = plan.map((line) => line['QUERY PLAN']).join('\n')
        expect(told).toContain('Index Scan using automations_of_form')
        expect(told).not.toContain('Seq Scan')
      })
    })

    it('says that it is ready', async () => {
      expect(await use.storage.ready()).toBe(true)
    })

    it('has the tables and columns that the code believes in', async () => {
      const found = await rows(
        use.storage.db,
        z.object({ at: z.string(), type: z.string(), required: z.boolean() }),
        sql`select table_name || '.' || column_name as at, data_type as type, is_nullable = 'NO' as required
          from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`,
      )
      const believed = Object.values(schema)
        .filter((entry) => isTable(entry))
        .flatMap((table) =>
          Object.values(getTableColumns(table as PgTable)).map((column) => ({
            at: `${getTableName(table)}.${column.name}`,
            type: column.getSQLType().replace('bigserial', 'bigint'),
            required: column.notNull,
          })),
        )
      const byName = (list: { at: string }[]) => list.toSorted((a, b) => (a.at < b.at ? -1 : 1))
      expect(byName(found)).toEqual(byName(believed))
      expect(found.filter(({ type }) => type.startsWith('timestamp')).every(({ type }) => type === 'timestamp with time zone')).toBe(true)
    })

    it('lets two servers start on one PostgreSQL at once', async () => {
      if (use.storage.kind === 'embedded') {
        await expect(use.second()).rejects.toThrow('one process')
        return
      }
      await use.storage.db.execute(sql`drop schema public cascade`)
      await use.storage.db.execute(sql`create schema public`)
      const both = await Promise.all([use.second(), use.second()])
      expect(await rows(use.storage.db, sql`select count(*)::int as n from migrations`)).toEqual([{ n: migrations.length }])
      await Promise.all(both.map((storage) => storage.close()))
    })

    it('says that it is not ready once it is closed', async () => {
      const { storage } = use
      await use.reopen()
      expect(await storage.ready()).toBe(false)
      await storage.close()
    })
  })

  it('asks where to keep things when no setting says it', async () => {
    await expect(openStorage({})).rejects.toThrow('needs a databaseUrl, a dataDir, or memory')
  })

  it('says so when there is no PostgreSQL at the address', async () => {
    await expect(openStorage({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
  })
})
