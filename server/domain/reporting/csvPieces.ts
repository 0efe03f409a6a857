/** Matches cells that a spreadsheet would read as a formula; they are escaped. */
const formula = /^[=+\-@\t\r]/
const isNumber = /^[+-]?\d+(?:[.,]\d+)*$/

function cell(text: string): string {
  const safe = formula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Yields rows as pieces of a CSV file (RFC 4180, UTF-8 with the byte order mark that Excel needs). */
export async function* csvPieces(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let piece = '\ufeff'
  for await (const row of rows) {
    piece += `${row.map(cell).join(',')}\r\n`
    if (piece.length < 16_000) continue
    yield piece
    piece = ''
  }
  yield piece
}
