import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A step of the schema: the name of its file, which the database keeps, and its statements. */
export interface Migration {
  readonly id: string
  readonly sql: string
}

const folder = path.join(import.meta.dirname, 'sql/migrations')

/**
 * Reads `sql/migrations/FROM-TO/NNNN-title.sql` in the order of the numbers. The comment at the head of a file is
 * not part of the migration.
 */
export function readMigrations(): readonly Migration[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  const misnamed = files.find((name) => !/^\d{4}-[a-z\d-]+\.sql$/.test(path.basename(name)))
  if (misnamed !== undefined) throw new Error(`${path.join(folder, misnamed)} must be named NNNN-title.sql`)
  return files.map((name) => ({ id: path.basename(name, '.sql'), sql: statementsOf(name) })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function statementsOf(name: string): string {
  // A checkout on Windows may have other line ends.
  const lines = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').split('\n')
  const start = lines.findIndex((line) => !line.startsWith('--'))
  return lines.slice(start).join('\n')
}
