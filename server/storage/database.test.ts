import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testSnapshot } from '../../tests/harness/storages.ts'
import { rows } from './database.ts'
import { openStorage, type Storage } from './storage.ts'

const TeamRow = z.object({ id: z.string(), members: z.number(), name: z.nullable(z.string()) })
const right = sql`select 'tower' as id, 3 as members, null as name, 'more' as extra`
const wrongType = sql`select 'tower' as id, ${'3'}::text as members, null as name`
const missing = sql`select 'tower' as id, 3 as members`

describe('rows', () => {
  let storage: Storage
  let unchecked: Storage
  beforeAll(async () => {
    const snapshot = await testSnapshot()
    storage = await openStorage({ memory: true, snapshot, checkRows: true })
    unchecked = await openStorage({ memory: true, snapshot })
  })
  afterAll(async () => {
    await storage.close()
    await unchecked.close()
  })

  describe('with checks', () => {
    it('returns a row as it is, with columns that the shape does not name', async () => {
      expect(await rows(storage.db, TeamRow, right)).toEqual([{ id: 'tower', members: 3, name: null, extra: 'more' }])
    })

    it('refuses a column of another type, and names the column and the statement without its values', async () => {
      const refused = rows(storage.db, TeamRow, wrongType)
      await expect(refused).rejects.toThrow(/column members: expected number; statement: select 'tower' as id, \$1::text as members/)
    })

    it('refuses a missing column, also inside a transaction', async () => {
      await expect(rows(storage.db, TeamRow, missing)).rejects.toThrow('column name')
      await expect(storage.transaction((tx) => rows(tx, TeamRow, missing))).rejects.toThrow('column name')
    })

    it('checks nothing without a shape', async () => {
      expect(await rows(storage.db, missing)).toHaveLength(1)
    })
  })

  it('does not check rows in production', async () => {
    expect(await rows(unchecked.db, TeamRow, wrongType)).toEqual([{ id: 'tower', members: '3', name: null }])
    expect(await unchecked.transaction((tx) => rows(tx, TeamRow, missing))).toEqual([{ id: 'tower', members: 3 }])
  })

  it('takes no shape that converts values: production would not convert them', () => {
    const refused = [
      // @ts-expect-error a coercion
      () => rows(storage.db, z.object({ n: z.coerce.number() }), right),
      // @ts-expect-error a default
      () => rows(storage.db, z.object({ n: z._default(z.number(), 1) }), right),
      // @ts-expect-error a transformation
      () => rows(storage.db, z.object({ n: z.pipe(z.string(), z.transform(Number)) }), right),
    ]
    expect(refused).toHaveLength(3)
  })
})
