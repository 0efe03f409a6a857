import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingIn, readSchema, type SchemaContents } from '../../tests/harness/schemaContents.ts'
import { migrations } from './migrations.data.ts'

const folder = path.join(import.meta.dirname, 'sql')
const released = readFileSync(path.join(folder, 'released.sha256'), 'utf8')
const files = readdirSync(path.join(folder, 'migrations'), { recursive: true, encoding: 'utf8' })

/** The head of a migration can name the version that no longer needs what it takes away. */
function isSecondStep(id: string): boolean {
  const file = files.find((name) => path.basename(name) === `${id}.sql`) ?? ''
  return /^-- second step: \S/m.test(readFileSync(path.join(folder, 'migrations', file), 'utf8').split(/^(?!--)/m)[0] ?? '')
}

describe('a migration only adds, so that the version before can run beside the new one', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await PGlite.create()
  })
  afterAll(() => client.close())

  it('each one since the last release', async () => {
    await client.exec('create table migrations (id text primary key, applied_at timestamptz not null default now())')
    const found: string[] = []
    let before: SchemaContents | undefined
    for (const { id, sql } of migrations) {
      const isReleased = released.includes(`  ${id}\n`)
      if (!isReleased) before ??= await readSchema(client)
      await client.exec(`begin; ${sql}; commit`)
      if (!before) continue
      const after = await readSchema(client)
      if (!isSecondStep(id)) for (const what of missingIn(before, after)) found.push(`${id}: ${what}`)
      before = after
    }
    expect(found).toEqual([])
  })
})

describe('a migration that takes something away is found', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await PGlite.create()
    await client.exec(`
      create table gates (id text primary key, name text unique, site text default 'tower', n int);
      create view names as select name from gates;
      create function rename_gate(_id text, _name text default 'gate') returns text language sql as 'select _name'`)
  })
  afterAll(() => client.close())

  it.each([
    ['drop table gates cascade', 'gates is gone'],
    ['drop view names', 'names is gone'],
    ['alter table gates drop column n', 'gates.n is gone'],
    ['alter table gates rename column n to m', 'gates.n is gone'],
    ['alter table gates alter column n type bigint', 'gates.n was integer and is bigint'],
    ['alter table gates alter column n set not null', 'gates.n may not be null any more'],
    ['alter table gates alter column site drop default', 'gates.site has no default any more'],
    ['alter table gates add column kind text not null', 'gates.kind is new, and a row without it is refused'],
    ['alter table gates add constraint small check (n < 9)', 'gates has a new rule small: CHECK ((n < 9))'],
    ['create unique index one_n on gates (n)', 'gates has a new rule one_n: CREATE UNIQUE INDEX one_n ON public.gates USING btree (n)'],
    ['alter table gates drop constraint gates_name_key', 'gates has no gates_name_key any more'],
    ['drop function rename_gate', 'rename_gate(text,text) is gone'],
    [
      `drop function rename_gate; create function rename_gate(_id text, _name text) returns text language sql as 'select _name'`,
      'rename_gate(text,text) needs more arguments',
    ],
    [
      `drop function rename_gate; create function rename_gate(_id text, _name text default '') returns int language sql as 'select 1'`,
      'rename_gate(text,text) returned text and returns integer',
    ],
  ])('%s', async (statement, what) => {
    const before = await readSchema(client)
    await client.exec(`begin; ${statement}`)
    const after = await readSchema(client)
    await client.exec('rollback')
    expect(missingIn(before, after)).toContain(what)
  })

  it('and one that adds is not', async () => {
    const before = await readSchema(client)
    await client.exec(`
      begin;
      alter table gates add column note text, add column open boolean not null default true;
      create table cranes (id text primary key, gate text not null unique references gates);
      create index gates_n on gates (n);
      alter table gates alter column site set default 'pier';
      create or replace function rename_gate(_id text, _name text default 'gate') returns text language sql as 'select _id'`)
    const after = await readSchema(client)
    await client.exec('rollback')
    expect(missingIn(before, after)).toEqual([])
  })
})
