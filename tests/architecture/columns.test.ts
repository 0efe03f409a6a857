import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from '../../server/storage/schema.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const tables = Object.values(schema as Record<string, unknown>).filter((value): value is PgTable => is(value, PgTable))

/** The statements of the server, without tests, the made-up company and what creates the tables. */
const statements = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.(?:ts|sql)$/.test(file) && !/^server\/(?:demo\/|storage\/schema\.ts)/.test(file))
  .flatMap((file) =>
    read(file)
      .replace(/(?:create (?:unique )?(?:table|index)|alter table)[^;]*;/gi, '')
      .split(/[;`]/),
  )

const word = (name: string) => new RegExp(`\\b${name}\\b`)

/** An insert or update of this table that names the column. */
function hasWriter(table: string, column: string): boolean {
  const write = new RegExp(`\\b(?:insert\\s+into|update)\\s+${table}\\b`, 'i')
  const writes = statements.filter((text) => text.includes(table) && text.includes(column) && write.test(text))
  const inserted = new RegExp(`insert\\s+into\\s+${table}(?:\\s+as\\s+\\w+)?\\s*\\(([^)]*)\\)`, 'i')
  const assigned = new RegExp(`\\b${column}\\s*=`, 'i')
  // A trigger fills it: `new.rests_since := now()`.
  if (statements.some((text) => text.includes(`new.${column} :=`))) return true
  return writes.some((text) => word(column).test(inserted.exec(text)?.[1] ?? '') || assigned.test(text.slice(text.search(/\bset\b/i))))
}

const reads = /\b(?:select|where|returning|using|on)\b/i
const hasReader = (column: string) => statements.some((text) => text.includes(column) && word(column).test(text) && reads.test(text))

/** Columns without a writer or reader that the test sees, and why. */
const reasons: Readonly<Record<string, string>> = {
  'impersonations.started_at: no reader': 'evidence of who acted as whom, for the operator',
  'invites.invited_by: no reader': 'evidence of who invited whom, for the operator',
  'simulated_log_days.day: no writer': 'written with the whole key (simulatedStore.ts)',
  'simulated_log_days.project: no writer': 'written with the whole key (simulatedStore.ts)',
}

it('each column that is stored is written and read by the server, not only by tests or the made-up company', () => {
  const open: string[] = []
  for (const table of tables)
    for (const { name, hasDefault, generated, columnType } of getTableConfig(table).columns) {
      const isFilled = generated !== undefined || columnType === 'PgBigSerial53' || (hasDefault && columnType === 'PgTimestamp')
      if (!isFilled && !hasWriter(getTableName(table), name)) open.push(`${getTableName(table)}.${name}: no writer`)
      if (!hasReader(name)) open.push(`${getTableName(table)}.${name}: no reader`)
    }
  expect(tables.length).toBeGreaterThan(50)
  expect(open.sort()).toEqual(Object.keys(reasons).sort())
})
