import { fileName } from './fileName.ts'

/**
 * Prevents formula injection: a cell that looks like a formula stays text, so that form answers cannot run in
 * a spreadsheet.
 */
const formula = /^[=+\-@\t\r]/
const isNumber = /^[+-]?\d+(?:[.,]\d+)*$/

/** Excel needs the byte order mark to read UTF-8. */
const byteOrderMark = '\ufeff'

const guarded = (text: string) => (formula.test(text) ? `'${text}` : text)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function cell(text: string): string {
  const safe = isNumber.test(text) ? text : guarded(text)
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

const lineOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`

/** Returns rows as a CSV file (RFC 4180, UTF-8 with a byte order mark). */
export function csvOf(rows: Iterable<readonly string[]>): string {
  let text = byteOrderMark
  for (const row of rows) text += lineOf(row.map(cell))
  return text
}

/** Yields the same file in pieces of at least 16,000 characters. Reads the rows while the caller iterates. */
export async function* csvPieces(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let piece = byteOrderMark
  for await (const row of rows) {
    piece += lineOf(row.map(cell))
    if (piece.length < 16_000) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * Returns a CSV file for programs: no byte order mark, plain names of columns, every other cell in quotes. Each
 * cell that begins like a formula is guarded, also a number.
 */
export function quotedCsvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return lineOf(columns) + quotedLinesOf(rows)
}

/** Returns rows as lines of such a file. */
export const quotedLinesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => lineOf(row.map((text) => quoted(guarded(text))))).join('')

/** 'Crew · 20/11' → 'Crew 20-11.csv'. */
export const csvName = (title: string): string => fileName(title, 'csv')
