/**
 * Prevents formula injection: a cell that looks like a formula stays text, so that form answers cannot run in
 * a spreadsheet.
 */
const formula = /^[=+\-@\t\r]/
const isNumber = /^[+-]?\d+(?:[.,]\d+)*$/

function cell(text: string): string {
  const safe = formula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file (RFC 4180, UTF-8 with a byte order mark for Excel). */
export function csvOf(rows: Iterable<readonly string[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(cell).join(',')}\r\n`
  return text
}

/** 'Crew · 20/11' → 'Crew 20-11.csv': a file name for every operating system. */
export function csvName(title: string): string {
  const name = title
    .replace(/[\\/:]+/g, '-')
    .replace(/[*?"<>|·\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|(?<!\.)\.+$/g, '')
  return `${name || 'table'}.csv`
}
