import Papa from 'papaparse'
import { collectRows, type FileTable, tableLimits, TableTrouble } from './FileTable.ts'

/** Characters that decide which delimiter a file has. */
const sample = 65_536

/** A cell that csvOf guards against formula injection begins with an apostrophe; a second one is text. */
const unguarded = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** Share of zero bytes at even or odd places from which a text without a mark counts as UTF-16. */
const mostlyZero = 0.3

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 4096)
  let [even, odd] = [0, 0]
  for (const [at, byte] of start.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  if (odd > start.length * mostlyZero && even === 0) return 'utf-16le'
  if (even > start.length * mostlyZero && odd === 0) return 'utf-16be'
  if (even + odd > 0) throw new TableTrouble('notATable')
  return 'utf-8'
}

/** UTF-8, UTF-16, or else Windows-1252, the encoding of older Excel files. */
function textOf(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  const encoding = encodingOf(bytes)
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isGuessed: false }
  } catch {
    return { text: new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes), isGuessed: true }
  }
}

const said = /^sep=(.)\r?\n/

function delimiterOf(text: string): string {
  const guess = Papa.parse<string[]>(text.slice(0, sample), {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  return guess.meta.delimiter
}

/** Reads a text with commas, semicolons, tabs or bars. Throws TableTrouble. */
export function readCsv(bytes: Uint8Array): FileTable {
  const { text: whole, isGuessed } = textOf(bytes)
  // Excel writes the delimiter into the first line.
  const line = said.exec(whole)
  const text = line ? whole.slice(line[0].length) : whole
  const collected = collectRows()
  let number = line ? 1 : 0
  let trouble: unknown
  Papa.parse<string[]>(text, {
    delimiter: line?.[1] ?? delimiterOf(text),
    step({ data, errors }, parser) {
      number++
      try {
        if (errors.some(({ type }) => type === 'Quotes')) throw new TableTrouble('openQuote')
        if (data.length > tableLimits.columns * 100) throw new TableTrouble('tooManyColumns')
        collected.add(data.map(unguarded), number)
      } catch (error) {
        trouble = error
        parser.abort()
      }
    },
  })
  if (trouble instanceof Error) throw trouble
  return { ...collected.table(), ...(isGuessed && { isGuessed }) }
}
