/** A cell that a spreadsheet would take for a formula stays text: whoever filled a form must not run anything at the desk that opens it. */
const formula = /^[=+\-@\t\r]/
const isNumber = /^[+-]?\d+(?:[.,]\d+)*$/

function cell(text: string): string {
  const safe = formula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file (RFC 4180, UTF-8 with the mark that Excel needs). */
export function csvOf(rows: Iterable<readonly string[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(cell).join(',')}\r\n`
  return text
}

/** 'Crew · 20/11' → 'Crew 20-11.csv': a name that every system takes. */
export function csvName(title: string): string {
  const name = title
    .replace(/[\\/:]+/g, '-')
    .replace(/[*?"<>|·\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|(?<!\.)\.+$/g, '')
  return `${name || 'table'}.csv`
}
