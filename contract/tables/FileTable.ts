/** The cells of a file as text. `numbers`: the number of each row in the file; the first is 1. */
export interface FileTable {
  readonly rows: readonly (readonly string[])[]
  readonly numbers: readonly number[]
  /** The file does not say its encoding, and it is not UTF-8. */
  readonly isGuessed?: boolean
}

export const tableTroubles = [
  'empty',
  'tooLarge',
  'tooManyRows',
  'tooManyColumns',
  'oldExcel',
  'pdf',
  'notATable',
  'damaged',
  'openQuote',
] as const
export type TableTroubleCode = (typeof tableTroubles)[number]

/** A file that cannot be read as a table. */
export class TableTrouble extends Error {
  readonly code: TableTroubleCode
  constructor(code: TableTroubleCode) {
    super(code)
    this.name = 'TableTrouble'
    this.code = code
  }
}

/** What a file may have; a file beyond it is refused before it fills the memory. */
export const tableLimits = {
  bytes: 20 * 1024 * 1024,
  /** Rows with text, with the heading. */
  rows: 50_001,
  columns: 200,
  /** Characters of a cell; the rest of a longer text is dropped, and the check says that it is too long. */
  cell: 1000,
  /** Bytes of one unpacked part of an .xlsx file. */
  unpacked: 200 * 1024 * 1024,
} as const

const isFilled = (cell: string) => cell.trim() !== ''

/** Collects rows, and stops at the limits. Rows without text are left out. */
export function collectRows() {
  const rows: string[][] = []
  const numbers: number[] = []
  return {
    add(cells: readonly string[], number: number): void {
      const last = cells.findLastIndex(isFilled)
      if (last < 0) return
      if (last >= tableLimits.columns) throw new TableTrouble('tooManyColumns')
      if (rows.length >= tableLimits.rows) throw new TableTrouble('tooManyRows')
      rows.push(cells.slice(0, last + 1).map((cell) => cell.slice(0, tableLimits.cell)))
      numbers.push(number)
    },
    table(): FileTable {
      if (rows.length === 0) throw new TableTrouble('empty')
      return { rows, numbers }
    },
  }
}
