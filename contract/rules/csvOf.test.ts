import { describe, expect, it } from 'vitest'
import { csvName, csvOf, csvPieces, quotedCsvOf } from './csvOf.ts'

/** Cells and what a file for people contains for them. */
const cells: readonly (readonly [text: string, written: string])[] = [
  ['', ''],
  ['plain', 'plain'],
  ['Silva, Ana', '"Silva, Ana"'],
  ['a;b', '"a;b"'],
  ['says "ok"', '"says ""ok"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  [' edge', '" edge"'],
  ['edge ', '"edge "'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['@cmd', "'@cmd"],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['-12.5', '-12.5'],
  ['+1', '+1'],
  ['-1,5', '"-1,5"'],
  ['-1.', "'-1."],
  ["it's = ok", "it's = ok"],
  ['Núñez', 'Núñez'],
]

async function piecesOf(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of csvPieces(rows)) pieces.push(piece)
  return pieces
}

describe('a CSV file', () => {
  it.each(cells)('writes the cell %j as %j', (text, written) => {
    expect(csvOf([['a', text]])).toBe(`\ufeffa,${written}\r\n`)
  })

  it('begins with a byte order mark, and each row ends with CR LF', async () => {
    const rows = [['Name', 'Note'], ['Ana', 'ok'], []]
    expect(csvOf(rows)).toBe('\ufeffName,Note\r\nAna,ok\r\n\r\n')
    expect(csvOf([])).toBe('\ufeff')
    expect(await piecesOf([])).toEqual(['\ufeff'])
  })

  it('has a name that every system takes', () => {
    expect(csvName('Crew · 20/11/2026')).toBe('Crew 20-11-2026.csv')
    expect(csvName('..')).toBe('table.csv')
  })
})

describe('a CSV file in pieces', () => {
  const rows = [cells.map(([text]) => text), ...Array.from({ length: 50 }, (_, n) => [String(n), 'x'.repeat(997)])]

  it('is the same file, in pieces of 16,000 characters', async () => {
    const pieces = await piecesOf(rows)
    expect(pieces.join('')).toBe(csvOf(rows))
    expect(pieces.length).toBe(4)
    expect(pieces.slice(0, -1).every((piece) => piece.length >= 16_000 && piece.length < 17_100)).toBe(true)
  })

  it('reads a row only when its piece is asked for', async () => {
    let read = 0
    const source = async function* () {
      for (const row of rows) {
        read++
        yield row
      }
    }
    const pieces = csvPieces(source())
    await pieces.next()
    expect(read).toBeLessThan(20)
    expect(await pieces.return(undefined)).toEqual({ done: true, value: undefined })
    expect(read).toBeLessThan(20)
  })
})

describe('a CSV file for programs', () => {
  it('has no byte order mark, plain names of columns, and every cell in quotes', () => {
    expect(quotedCsvOf(['date', 'bot'], [['2026-11-23', 'Daily "A", B']])).toBe('date,bot\r\n"2026-11-23","Daily ""A"", B"\r\n')
    expect(quotedCsvOf(['date', 'bot'], [])).toBe('date,bot\r\n')
  })

  it('guards each cell that begins like a formula, also a number', () => {
    expect(quotedCsvOf(['a'], [['=1', '+1', '-5', '@x', '\tx', '\rx', '5']])).toBe(`a\r\n"'=1","'+1","'-5","'@x","'\tx","'\rx","5"\r\n`)
  })
})
