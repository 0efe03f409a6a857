import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../tests/harness/postgres.ts'
import { testSnapshot } from '../../../tests/harness/storages.ts'
import type { Engine, RunSql } from '../database.ts'
import { openEmbedded } from '../embedded/openEmbedded.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations.data.ts'
import { openPostgres } from '../postgres/openPostgres.ts'
import { loadDatabase } from './loadDatabase.ts'
import { readRows, readSnapshot } from './readRows.ts'
import { readSequences, readTables } from './readTables.ts'
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

async function transfer(from: Engine, to: Engine, spoil: (row: string) => string = (row) => row): Promise<void> {
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
            return { tables: sums, sequences: await readSequences(source) }
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
    await expect(transfer(here, target, (row) => row.replace('plain', 'plane'))).rejects.toThrow('Odd "table" has 3 rows that differ')
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
})
