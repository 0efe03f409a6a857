import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../tests/harness/postgres.ts'
import { testSnapshot } from '../../../tests/harness/storages.ts'
import type { Engine, RunSql } from '../database.ts'
import { openEmbedded } from '../embedded/openEmbedded.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations.data.ts'
import { openPostgres } from '../postgres/openPostgres.ts'
import { groupRows } from './groupRows.ts'
import { loadDatabase } from './loadDatabase.ts'
import { readLayout } from './readLayout.ts'
import { readRows, readSnapshot } from './readRows.ts'
import { readRelations, readSequences, readTables, type SequencePosition } from './readTables.ts'
import { RowSum } from './RowSum.ts'

/** A table as nobody has written it yet, with everything that a table can have. */
const later = {
  id: '9999-later',
  sql: `
    create type mood as enum ('good', 'bad');
    create table "Odd ""table""" (
      id bigint generated always as identity primary key,
      serial_no bigserial,
      boss bigint references "Odd ""table""" (id),
      "odd 'name'" text not null,
      doubled bigint generated always as (id * 2) stored,
      price numeric(12, 3), ratio double precision, at timestamptz, day date, span interval, mood mood,
      tags text[], moments timestamptz[], raw bytea, doc json, docb jsonb, yes boolean, code varchar(5));
    create table twins (a int references "Odd ""table""" (id), b int);
    create function spoil() returns trigger language plpgsql as $$ begin new."odd 'name'" := 'spoiled'; return new; end $$;
    create trigger spoils before insert on "Odd ""table""" for each row execute function spoil()`,
}
const list = [...migrations, later]

const fill = `
  alter table "Odd ""table""" disable trigger user;
  insert into "Odd ""table""" ("odd 'name'", boss, price, ratio, at, day, span, mood, tags, moments, raw, doc, docb, yes, code) values
    (E'it''s \\\\ "quoted"\\nτ 🏗', 3, 1.500, 0.1::float8 + 0.2, '2026-03-14T07:30:00.123456Z', 'infinity', '1 mon -3 days 04:05:06.7', 'bad',
      array['a', null, '', '{,}'], array['2026-01-01T00:00Z'::timestamptz], '\\x00ff27', '{"a" :  1}', '{"b": [1e3, "\\u00e9"]}', true, 'a  '),
    ('', 1, -0, 'NaN', '0044-03-15 BC', null, null, null, '{}', null, '', null, 'null', false, ''),
    ('plain', null, null, '-Infinity', null, null, null, null, null, null, null, null, null, null, null);
  alter table "Odd ""table""" enable trigger user;
  insert into twins values (1, 1), (1, 1), (null, null)`

async function emptyEmbedded(): Promise<Engine> {
  const engine = await openEmbedded({ snapshot: await testSnapshot() })
  await engine.alone((run) => run('drop schema public cascade; create schema public'))
  return engine
}

interface Spoil {
  readonly row?: (row: string) => string
  readonly sequences?: (sequences: SequencePosition[]) => SequencePosition[]
}

async function transfer(from: Engine, to: Engine, { row: spoil = (row) => row, sequences = (found) => found }: Spoil = {}): Promise<void> {
  await from.alone((source) =>
    readSnapshot(source, async () => {
      const tables = await readTables(source)
      const applied = await source<{ id: string }>('select id from migrations')
      await to.alone((target) =>
        loadDatabase(
          target,
          { tables, migrations: applied.map(({ id }) => id) },
          async (insert) => {
            const sums: Record<string, { rows: number; digest: string }> = {}
            for (const table of tables) {
              const sum = new RowSum()
              for await (const rows of readRows(source, table)) {
                for (const row of rows) sum.add(row)
                await insert(table.name, rows.map(spoil))
              }
              sums[table.name] = { rows: sum.rows, digest: sum.digest }
            }
            return { tables: sums, sequences: sequences(await readSequences(source)) }
          },
          { list },
        ),
      )
    }),
  )
}

/** Every row of every table as the database itself writes it, generated columns included. */
const everything = (engine: Engine) =>
  engine.alone(async (run: RunSql) => {
    await run(`set timezone = 'UTC'`)
    const names = await run<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' order by table_name`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of names)
      found[name] = (await run<{ row: string }>(`select t::text as row from ${name} t order by t::text collate "C"`)).map(({ row }) => row)
    return found
  })

describe('a database that is read and loaded', () => {
  let postgres: Postgres
  let here: Engine
  let there: Engine
  let back: Engine
  beforeAll(async () => {
    postgres = await startPostgres()
    here = await openEmbedded({ snapshot: await testSnapshot() })
    there = openPostgres(postgres.url())
    back = await emptyEmbedded()
    await migrate(here, list)
    await here.alone((run) => run(fill))
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close(), back.close()])
    await postgres.stop()
  })

  it('is the same in every row on the other storage and back, with tables that only a migration knows', async () => {
    await transfer(here, there)
    await transfer(there, back)
    const source = await everything(here)
    expect(source['"Odd ""table"""']).toHaveLength(3)
    expect(await everything(there)).toEqual(source)
    expect(await everything(back)).toEqual(source)
  })

  it('goes on with its numbers, keys, triggers and generated columns', async () => {
    for (const engine of [there, back])
      await engine.alone(async (run) => {
        const [row] = await run(
          `insert into "Odd ""table""" ("odd 'name'") values ('new') returning id::int, serial_no::int, "odd 'name'" as name, doubled::int`,
        )
        expect(row).toEqual({ id: 4, serial_no: 4, name: 'spoiled', doubled: 8 })
        await expect(run('insert into twins values (99, 1)')).rejects.toThrow('violates foreign key')
      })
  })

  it('is not loaded into a database that is not empty', async () => {
    const before = await everything(there)
    await expect(transfer(here, there)).rejects.toThrow(/not empty: it has \d+ tables.*Create a new database/)
    expect(await everything(there)).toEqual(before)
  })

  it('is taken back whole when a row arrives in another way than it left', async () => {
    await there.alone((run) => run('create database target'))
    const target = openPostgres(postgres.url('target'))
    await expect(transfer(here, target, { row: (row) => row.replace('plain', 'plane') })).rejects.toThrow(
      'Odd "table" has 3 rows that differ',
    )
    expect(await everything(target)).toEqual({})
    const name = `x'); drop table teams; --`
    const named = transfer(here, target, { sequences: (found) => [...found.slice(1), { name, value: '1', called: false }] })
    await expect(named).rejects.toThrow('other sequences than the data has')
    expect(await everything(target)).toEqual({})
    await transfer(here, target)
    expect(Object.keys(await everything(target))).toContain('twins')
    await target.close()
  })

  it('of a newer version asks for that version', async () => {
    const target = await emptyEmbedded()
    const newer = { tables: [], migrations: ['9998-newer'] }
    const load = target.alone((run) => loadDatabase(run, newer, () => Promise.reject(new Error('unused')), { list }))
    await expect(load).rejects.toThrow('migration 9998-newer. Install that version or a later one')
    await target.close()
  })

  it('has what its migrations make, and names what others have added', async () => {
    const snapshot = await testSnapshot()
    await here.alone(async (run) => {
      const { tables, excluded, readSequences: ownSequences } = await readLayout(run, { snapshot, list })
      expect(tables).toEqual(await readTables(run))
      expect(excluded).toEqual([])
      await run('begin; create table notes (id serial); create view busy as select 1 as one; alter table twins add column shade text')
      const other = await readLayout(run, { snapshot, list })
      expect(other.tables).toEqual(tables)
      expect(other.excluded).toEqual([
        'the view busy, which Muster did not make',
        'the table notes, which Muster did not make',
        'the sequence notes_id_seq, which Muster did not make',
        'the column shade of the table twins, which Muster did not make',
      ])
      expect(await other.readSequences()).toEqual(await ownSequences())
      await run('alter table twins alter column b type bigint')
      await expect(readLayout(run, { snapshot, list })).rejects.toThrow('The table twins was changed: its column b is no longer integer')
      await run('rollback')
    })
  })

  it('of an extension is no part of it', async () => {
    await there.alone((run) => run('create database extended'))
    const target = openPostgres(postgres.url('extended'))
    const found = await target.alone(async (run) => {
      await run('create extension pg_buffercache')
      return [await run(`select from pg_class where relname = 'pg_buffercache'`), await readRelations(run), await readTables(run)]
    })
    await target.close()
    expect(found.map(({ length }) => length)).toEqual([1, 0, 0])
  })
})

describe('rows', () => {
  it('are grouped by their length, across batches', async () => {
    const groups: (readonly string[])[] = []
    for await (const group of groupRows([['a', 'bb', 'cc'], [], ['dddddd', 'e', 'f']], 4)) groups.push(group)
    expect(groups).toEqual([['a', 'bb'], ['cc'], ['dddddd'], ['e', 'f']])
  })

  it('are read few at a time when they are long', async () => {
    const engine = await openEmbedded({ snapshot: await testSnapshot() })
    const lengths = await engine.alone(async (run) => {
      await run(
        `begin; create table long as select repeat(md5(n::text), case when n > 20 then 3200 else 1 end) as text from generate_series(1, 110) n`,
      )
      const found: number[] = []
      for await (const rows of readRows(run, { name: 'long', columns: [{ name: 'text', type: 'text' }] })) found.push(rows.length)
      return found
    })
    await engine.close()
    expect(lengths).toEqual([20, 80, 9, 1])
  })
})
