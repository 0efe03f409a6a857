import type { RunSql } from '../database.ts'
import { quoted, type TableLayout } from './readTables.ts'

/** How many characters of rows are read at once, about. */
const batchLength = 1_000_000
/** A batch has at most so many rows, and the first one has a few: their length is known when they are read. */
const mostRows = 500
const firstRows = 20

/** Both databases write values as the same text with these settings, and read them back without loss. */
const settings = {
  timezone: "'UTC'",
  datestyle: "'ISO, YMD'",
  intervalstyle: "'postgres'",
  bytea_output: "'hex'",
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** For the first statements of a transaction that reads or loads rows. */
export async function setTextFormats(run: RunSql): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await run(`set local ${name} = ${value}`)
}

/** Runs `work` in a read-only transaction that sees the database as it was at its start. */
export async function readSnapshot<T>(run: RunSql, work: () => Promise<T>): Promise<T> {
  await run('begin transaction isolation level repeatable read read only')
  try {
    await setTextFormats(run)
    const result = await work()
    await run('commit')
    return result
  } catch (error) {
    await run('rollback').catch(() => {})
    throw error
  }
}

/**
 * Reads all rows of a table inside a transaction, in batches of about a megabyte. A row is a JSON array with the
 * text of each column, or null.
 */
export async function* readRows(run: RunSql, { name, columns }: TableLayout): AsyncGenerator<readonly string[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await run(`declare dumped no scroll cursor for select array_to_json(array[${values}])::text as line from ${quoted(name)}`)
  for (let count = firstRows; ; ) {
    const found = await run<{ line: string }>(`fetch ${count} from dumped`)
    if (found.length > 0) yield found.map(({ line }) => line)
    if (found.length < count) break
    const longest = found.reduce((most, { line }) => Math.max(most, line.length), 1)
    count = Math.max(1, Math.min(mostRows, count * 4, Math.floor(batchLength / longest)))
  }
  await run('close dumped')
}
