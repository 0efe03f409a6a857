import { csvOf } from '../../../contract/rules/csvOf.ts'

/** One column of a table. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** The text of a cell: shown, searched, sorted by and exported. */
  text(row: Row): string
  /** The value to sort by if the text does not sort well: a number, a date as text. */
  value?(row: Row): number | string | undefined
  readonly align?: 'start' | 'end' | undefined
  /** Relative width; default 1. */
  readonly width?: number | undefined
  /** Hidden until a person chooses it. */
  readonly hidden?: boolean | undefined
}

export interface Sorting {
  readonly key: string
  readonly down: boolean
}

const plainAscii = /^[\u0000-\u007f]*$/

/** Returns lower case without accents, so that "nunez" finds "Núñez". */
export function folded(text: string): string {
  const small = text.toLowerCase()
  return plainAscii.test(small) ? small : small.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Separates two cells, so that a search does not match across cells. */
const cellEdge = '\u0001'

/**
 * The search index of a table; indexes its rows in small slices, and at once the rows that a search needs.
 */
export class RowIndex<Row> {
  private readonly texts: string[] = []
  private readonly rows: readonly Row[]
  private readonly columns: readonly Column<Row>[]
  constructor(rows: readonly Row[], columns: readonly Column<Row>[]) {
    this.rows = rows
    this.columns = columns
  }

  /** Indexes for some milliseconds; returns whether there is more to do. */
  work(ms: number): boolean {
    const end = performance.now() + ms
    const { rows, texts } = this
    while (texts.length < rows.length) {
      for (const last = Math.min(rows.length, texts.length + 500); texts.length < last; ) this.add(rows[texts.length] as Row)
      if (performance.now() >= end) break
    }
    return texts.length < rows.length
  }

  /** Returns the rows that contain every word of the query, in their order. */
  find(query: string): readonly Row[] {
    const words = folded(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return this.rows
    this.work(Number.POSITIVE_INFINITY)
    return this.rows.filter((_, index) => words.every((word) => this.texts[index]?.includes(word)))
  }

  private add(row: Row): void {
    this.texts.push(folded(this.columns.map((column) => column.text(row)).join(cellEdge)))
  }
}

/**
 * From this number of rows on, letters are compared by code unit: the order of the language would take
 * seconds.
 */
const mostByLanguage = 5000

/** Returns a sorted copy; rows without a value are last in both directions. Equal rows keep their order. */
export function sorted<Row>(rows: readonly Row[], column: Column<Row> | undefined, down: boolean, language: string): readonly Row[] {
  if (!column) return rows
  const byLanguage = rows.length < mostByLanguage ? new Intl.Collator(language, { numeric: true }).compare : undefined
  const keyed = rows.map((row, place) => {
    const value = column.value ? column.value(row) : column.text(row)
    return { row, place, value: typeof value === 'string' && !byLanguage ? folded(value) : value }
  })
  const sign = down ? -1 : 1
  keyed.sort((a, b) => {
    const none = Number(a.value === undefined || a.value === '') - Number(b.value === undefined || b.value === '')
    if (none !== 0) return none
    if (a.value === undefined || b.value === undefined) return a.place - b.place
    let order: number
    if (typeof a.value === 'number' && typeof b.value === 'number') order = a.value - b.value
    else if (byLanguage) order = byLanguage(String(a.value), String(b.value))
    else order = Number(a.value > b.value) - Number(a.value < b.value)
    return order === 0 ? a.place - b.place : order * sign
  })
  return keyed.map(({ row }) => row)
}

/** Returns the rows as a CSV file: the given columns, labels first. */
export const tableCsv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  csvOf([columns.map(({ label }) => label), ...rows.map((row) => columns.map((column) => column.text(row)))])
