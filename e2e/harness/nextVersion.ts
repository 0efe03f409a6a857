import { cpSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deploy } from './deploy.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What the next version adds to the database: a column of the busiest table, an index, a table, and its save function again. */
const migration = (saveFunction: string) => `
  alter table records add column made_by_version text not null default 'next';
  create index records_made_by_version on records (made_by_version);
  create table next_things (id text primary key, record text references records on delete cascade);
  ${saveFunction}`

/** A folder with the built version after this one: another app, and a server with one migration more. */
export function makeNextVersion(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-next-'))
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  deploy(path.join(folder, 'dist/app'))
  const server = path.join(folder, 'dist/server')
  const last = /(\{\s*"id": "\d{4}-[^"]+",\s*"sql": "(?:[^"\\]|\\.)*"\s*\})(\s*\];)/g
  const saveFunction = readFileSync(path.join(root, 'server/storage/sql/functions/save_record.sql'), 'utf8')
  const next = JSON.stringify({ id: '9999-next', sql: migration(saveFunction) })
  let changed = 0
  for (const name of readdirSync(server).filter((file) => file.endsWith('.js'))) {
    const file = path.join(server, name)
    const code = readFileSync(file, 'utf8')
    const longer = code.replace(last, (_, one: string, end: string) => `${one}, ${next}${end}`)
    if (longer === code) continue
    writeFileSync(file, longer)
    changed += 1
  }
  if (changed !== 1) throw new Error(`the list of migrations is in ${changed} files of the server`)
  return folder
}
