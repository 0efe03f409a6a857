import type { RunSql } from '../database.ts'
import type { Migration } from '../readMigrations.ts'
import { readRelations } from './readTables.ts'

/**
 * Gives a database the schema that these migrations make. A schema of other migrations is replaced, with all rows of
 * it. Throws when `list` lacks one of the migrations.
 */
export async function createSchema(run: RunSql, applied: readonly string[], list: readonly Migration[]): Promise<void> {
  const isEmpty = (await readRelations(run)).length === 0
  if (!isEmpty && (await hasSchema(run, applied))) return
  const ids = new Set(list.map(({ id }) => id))
  const newer = applied.find((id) => !ids.has(id))
  if (newer !== undefined)
    throw new Error(`The data is of a newer version of Muster, which has the migration ${newer}. Install that version or a later one.`)
  if (!isEmpty) await run('drop schema public cascade; create schema public')
  await run('create table migrations (id text primary key, applied_at timestamptz not null default now())')
  for (const { id, sql } of list) if (applied.includes(id)) await run(sql)
}

/** A new embedded database has the schema of this version. */
async function hasSchema(run: RunSql, applied: readonly string[]): Promise<boolean> {
  const found = await run<{ id: string }>('select id from migrations')
  const ids = found.map(({ id }) => id)
  return ids.length === applied.length && new Set([...ids, ...applied]).size === ids.length
}
