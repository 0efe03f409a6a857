import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from '../../server/storage/schema.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const tables = Object.values(schema as Record<string, unknown>).filter((value): value is PgTable => is(value, PgTable))

/** The files of the server with their statements, without tests, the made-up company and what creates the tables. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.(?:ts|sql)$/.test(file) && !/^server\/(?:demo\/|storage\/schema\.ts)/.test(file))
  .map((file) => read(file).replace(/(?:create (?:unique )?(?:table|index)|alter table)[^;]*;/gi, ''))
  .map((text) => ({ text, statements: text.split(/[;`]/) }))
const statements = files.flatMap((file) => file.statements)

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
/** In a statement that reads, or as `d.name` in a part of one. */
const isRead = (text: string, column: string) => (reads.test(text) ? word(column) : new RegExp(`\\b[a-z]\\.${column}\\b`)).test(text)
/** Without the columns that the statement writes. */
const withoutWrites = (text: string) =>
  text
    .replace(/\binsert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\([^)]*\)/gi, '')
    .replace(/\bset\b[\s\S]*?(?=\bwhere\b|\breturning\b|\bfrom\b|$)/gi, (part) => part.replace(/\b\w+\s*=(?!=)/g, ''))
/** A statement reads the column, in a file with a statement about its table. */
const hasReader = (table: string, column: string) =>
  files.some(
    ({ text, statements: own }) =>
      text.includes(column) &&
      new RegExp(`\\b(?:from|join|update|into|using)\\s+${table}\\b`).test(text) &&
      own.some((each) => each.includes(column) && isRead(withoutWrites(each), column)),
  )

/** Columns that only the housekeeping reads, to find old rows (server/domain/housekeeping/growthRules.ts). */
const ages = ['payment_events.at', 'receipts.created_at', 'translations.used_at']

/** Columns that only the operator of a server reads: who did something, when, and why it failed. */
const evidence = [
  'attendance_doubts.looked_by',
  'chain_links.carried_by',
  'files.completed_at',
  'form_trials.made_by',
  'impersonations.started_at',
  'jobs.last_error',
  'kiosk_codes.made_at',
  'list_imports.created_by',
  'logins.used_at',
  'named_rows.updated_at',
  'short_links.created_at',
  'short_links.created_by',
  'simulated_log.at',
  'sms_inbox.execution',
  'sms_outbox.sent_at',
  'sms_outbox.state',
  'text_refusals.at',
]
/** Columns without a writer or reader that the test sees, and why. */
const reasons: Readonly<Record<string, string>> = {
  'records.updated_by: no reader': 'a trigger reads it (note_record_edit.sql)',
  'simulated_log_days.day: no writer': 'written with the whole key (simulatedStore.ts)',
  'simulated_log_days.project: no writer': 'written with the whole key (simulatedStore.ts)',
  'site.one: no reader': 'the key of the only row',
  'site.one: no writer': 'the key of the only row',
}

it('each column that is stored is written and read by the server, not only by tests or the made-up company', () => {
  const open: string[] = []
  for (const table of tables)
    for (const { name, hasDefault, generated, columnType } of getTableConfig(table).columns) {
      const isFilled = generated !== undefined || columnType === 'PgBigSerial53' || (hasDefault && columnType === 'PgTimestamp')
      if (!isFilled && !hasWriter(getTableName(table), name)) open.push(`${getTableName(table)}.${name}: no writer`)
      if (!hasReader(getTableName(table), name)) open.push(`${getTableName(table)}.${name}: no reader`)
    }
  expect(tables.length).toBeGreaterThan(50)
  const known = [...[...ages, ...evidence].map((name) => `${name}: no reader`), ...Object.keys(reasons)]
  expect(open.sort()).toEqual(known.sort())
})
