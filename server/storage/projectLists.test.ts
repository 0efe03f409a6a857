import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, rows } from './database.ts'
import { engineOf } from './embedded/engineOf.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.data.ts'

let engine: Engine
beforeAll(async () => {
  const client = await PGlite.create()
  engine = engineOf(client, () => client.close())
})
afterAll(() => engine.close())

it('copies companies and trades of the earlier table with their keys', async () => {
  await migrate(
    engine,
    migrations.filter(({ id }) => id < '0051'),
  )
  const { db } = engine
  await db.execute(sql`insert into people (uid, name, mobile) values ('p', 'Maria', '+12025550100')`)
  await db.execute(sql`insert into teams (id, name, model) values ('t', 'Tower', '{}')`)
  await db.execute(
    sql`insert into lookup_items (team, lookup, id, label) values ('t', 'vendors', 'v1', 'ACME'), ('t', 'vendors', 'taken', 'Other')`,
  )
  await db.execute(
    sql`insert into named_rows (parent, list, key, name) values ('t', 'companies', 'old', 'Acme'), ('t', 'companies', 'taken', 'Keystone'),
      ('t', 'companies', 'new', 'Ironline'), ('t', 'trades', 'old', 'Concrete'), ('gone', 'companies', 'x', 'Nobody'), ('b', 'permitTypes', 'y', 'Hot work')`,
  )
  await migrate(engine)
  const moved = await rows(db, sql`select lookup, id, label, merged_into as "into" from lookup_items where team = 't' order by lookup, id`)
  expect(moved).toEqual([
    { lookup: 'trades', id: 'old', label: 'Concrete', into: null },
    { lookup: 'vendors', id: 'new', label: 'Ironline', into: null },
    { lookup: 'vendors', id: 'old', label: 'Acme', into: 'v1' },
    { lookup: 'vendors', id: 'taken', label: 'Other', into: null },
    { lookup: 'vendors', id: 'taken.own', label: 'Keystone', into: null },
    { lookup: 'vendors', id: 'v1', label: 'ACME', into: null },
  ])
  expect(await rows(db, sql`select key from named_rows order by key`)).toEqual([{ key: 'x' }, { key: 'y' }])
})
