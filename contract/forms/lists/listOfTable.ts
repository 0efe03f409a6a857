import { type FileTable, tableLimits } from '../../tables/FileTable.ts'
import type { LookupItem } from '../../endpoints/pages.ts'
import { columnOf } from './columnOf.ts'

/** An own list of a forms folder: `lists/machines.csv` is the list `machines`. */
export interface OwnList {
  /** Attributes of each entry, as forms name them. */
  readonly columns: readonly string[]
  readonly items: readonly LookupItem[]
}

export interface ListFinding {
  /** An error leaves the list as it was. */
  readonly level: 'error' | 'warning'
  /** The line of a CSV file or the row of a sheet, from 1. */
  readonly line: number
  readonly message: string
}

/** Findings of one file; more would not help. */
const mostFindings = 20
const longestKey = 200

const keyHeadings = ['id', 'key']
const nameHeadings = ['label', 'name', 'nombre', 'nome']

/** 0 → 'A', 26 → 'AA', as spreadsheets do. */
function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${letterOf(Math.floor(column / 26) - 1)}${letter}`
}

/** Text that was UTF-8 and has been read as another encoding: é is then Ã©. */
const misread = /\u00c3[\u0080-\u00bf\u0192\u2018-\u203a]/
/** What no list has: the bytes of a picture, or of letters that were lost. */
const unreadable = /[\u0000-\u0008\u000e-\u001f\ufffd]/
const formula = /^=\s*[A-Z][A-Z0-9.]*[(\d$:+\-*/]/i

class Reader {
  readonly findings: ListFinding[] = []
  private more = 0

  say(level: ListFinding['level'], line: number, message: string): void {
    if (this.findings.length < mostFindings) this.findings.push({ level, line, message })
    else if (this.more++ === 0) this.findings.push({ level, line, message: 'there are more of these; mend the ones above first' })
  }

  get isWrong(): boolean {
    return this.findings.some(({ level }) => level === 'error')
  }
}

/** Names of the columns; undefined for one without heading and without text. */
function columnsIn({ rows, numbers }: FileTable, reader: Reader): (string | undefined)[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const line = numbers[0] ?? 1
  const taken = new Map<string, number>()
  return Array.from({ length: width }, (_, column) => {
    const heading = rows[0]?.[column]?.trim() ?? ''
    if (heading === '') {
      const filled = rows.findIndex((row) => (row[column]?.trim() ?? '') !== '')
      if (filled >= 0)
        reader.say(
          'error',
          numbers[filled] ?? line,
          `column ${letterOf(column)} has text, but no heading in line ${line}: give it a heading there, or put a cell with a comma into quotes`,
        )
      return undefined
    }
    const name = columnOf(heading)
    if (name === '') {
      reader.say(
        'error',
        line,
        `the heading "${heading.slice(0, 40)}" of column ${letterOf(column)} has no letters from a to z: name it such as serial`,
      )
      return undefined
    }
    const twin = taken.get(name.toLowerCase())
    if (twin !== undefined)
      reader.say('error', line, `the columns ${letterOf(twin)} and ${letterOf(column)} are both named ${name}: give each a name of its own`)
    taken.set(name.toLowerCase(), column)
    return name
  })
}

const indexOf = (columns: readonly (string | undefined)[], names: readonly string[]): number => {
  for (const name of names) {
    const at = columns.findIndex((column) => column?.toLowerCase() === name)
    if (at >= 0) return at
  }
  return -1
}

function doubtsAbout(cells: readonly string[], line: number, reader: Reader): void {
  for (const [column, cell] of cells.entries()) {
    const at = `cell ${letterOf(column)}${line}`
    if (unreadable.test(cell))
      reader.say('error', line, `${at} has letters that cannot be read: save the file again as CSV UTF-8, or as .xlsx`)
    else if (misread.test(cell))
      reader.say('warning', line, `${at} looks as if accents were lost (${cell.slice(0, 40)}): save the file again as CSV UTF-8`)
    else if (formula.test(cell))
      reader.say('warning', line, `${at} is a formula, and a CSV file has no result of it: save the values, or an .xlsx file`)
    else if (cell.length >= tableLimits.cell)
      reader.say('warning', line, `${at} is longer than ${tableLimits.cell} characters: the rest of it is left out`)
  }
}

/**
 * Reads a table as a list: the first row names the columns. `id` or `key`, else the first column, is the key of an
 * entry, `name` or `label`, else the first column, is what people read. `list` is absent while there are errors.
 */
export function listOfTable(table: FileTable): { readonly list?: OwnList; readonly findings: readonly ListFinding[] } {
  const reader = new Reader()
  const { rows, numbers } = table
  doubtsAbout(rows[0] ?? [], numbers[0] ?? 1, reader)
  if (reader.isWrong) return { findings: reader.findings }
  const columns = columnsIn(table, reader)
  if (rows.length < 2) reader.say('error', numbers[0] ?? 1, 'expected entries below the headings; the list has none')
  if (table.isGuessed === true)
    reader.say(
      'warning',
      numbers[0] ?? 1,
      'the file is not UTF-8 and was read as Windows-1252: look at letters such as é, or save it as CSV UTF-8',
    )
  const key = Math.max(0, indexOf(columns, keyHeadings))
  const named = indexOf(columns, nameHeadings)
  const name =
    named < 0
      ? Math.max(
          0,
          columns.findIndex((column) => column !== undefined),
        )
      : named
  const seen = new Map<string, number>()
  const items: LookupItem[] = []
  rows.slice(1).forEach((cells, index) => {
    const line = numbers[index + 1] ?? index + 2
    doubtsAbout(cells, line, reader)
    const id = cells[key]?.trim() ?? ''
    const trouble = troubleWithKey(id, { column: letterOf(key), twin: seen.get(id) })
    if (trouble !== undefined) reader.say('error', line, trouble)
    seen.set(id, line)
    const attributes = attributesOf(cells, columns)
    items.push({ id, label: cells[name]?.trim() || id, ...(Object.keys(attributes).length > 0 && { attributes }) })
  })
  if (reader.isWrong) return { findings: reader.findings }
  return { list: { columns: columns.filter((column) => column !== undefined), items }, findings: reader.findings }
}

/** What is wrong with the key of an entry. `twin`: the line that has the same key. */
function troubleWithKey(id: string, { column, twin }: { readonly column: string; readonly twin: number | undefined }): string | undefined {
  if (id === '') return `the key in column ${column} is empty: give each entry a key, such as M-12`
  if (id.length > longestKey) return `the key in column ${column} is longer than ${longestKey} characters`
  return twin === undefined ? undefined : `the key ${id.slice(0, 40)} is in line ${twin}, too: give each entry a key of its own`
}

function attributesOf(cells: readonly string[], columns: readonly (string | undefined)[]): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [at, column] of columns.entries()) {
    const text = cells[at]?.trim() ?? ''
    if (column !== undefined && column !== 'id' && column !== 'label' && text !== '') attributes[column] = text
  }
  return attributes
}
