import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSnapshot } from '../../tests/harness/storages.ts'
import { migrations } from './migrations.data.ts'

const folder = path.join(import.meta.dirname, 'sql')
const read = (...names: string[]) => readFileSync(path.join(folder, ...names), 'utf8')

describe('the migrations', () => {
  const ids = migrations.map(({ id }) => id)
  const numbers = ids.map((id) => id.slice(0, 4))

  it('are the files of the folder, in the order of their numbers', () => {
    const files = readdirSync(path.join(folder, 'migrations')).flatMap((range) =>
      readdirSync(path.join(folder, 'migrations', range)).map((name) => [range, name] as const),
    )
    expect(ids.map((id) => `${id}.sql`)).toEqual(files.map(([, name]) => name).toSorted())
    // Each file is in the folder of its number: 0042 in 0040-0079.
    expect(files.filter(([range, name]) => name.slice(0, 4) < range.slice(0, 4) || name.slice(0, 4) > range.slice(5))).toEqual([])
    expect(numbers.filter((number, at) => number <= (numbers[at - 1] ?? ''))).toEqual([])
  })

  it('that were released are never edited, and no new one comes before them', () => {
    const released = read('released.sha256')
      .trim()
      .split('\n')
      .map((line) => line.split('  '))
    const sums = migrations.map(({ id, sql }) => [createHash('sha256').update(sql).digest('hex'), id])
    expect(sums.slice(0, released.length)).toEqual(released)
  })
})

describe('the functions that several migrations define', () => {
  const files = readdirSync(path.join(folder, 'functions'))
  let client: PGlite
  beforeAll(async () => {
    client = await PGlite.create({ loadDataDir: new Blob([readFileSync(await testSnapshot())]) })
  })
  afterAll(() => client.close())

  /** Name, arguments, settings and body of each function in the database. */
  const definitions = async () => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace order by oid::regprocedure::text`,
    )
    return rows.map(({ definition }) => definition)
  }

  it('each have a file', () => {
    const defined = migrations.flatMap(({ sql }) => [...sql.matchAll(/^create (?:or replace )?function (\w+)\(/gm)].map(([, name]) => name))
    const repeated = new Set(defined.filter((name, at) => defined.indexOf(name) !== at))
    expect(files).toEqual([...repeated].map((name) => `${name}.sql`).toSorted())
  })

  it.each(files)('%s has what the migrations left in the database', async (file) => {
    const migrated = await definitions()
    await client.exec(read('functions', file))
    expect(await definitions()).toEqual(migrated)
  })
})
