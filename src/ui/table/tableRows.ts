import { csvOf } from '../../lib/csv.ts'

/** What a table shows of a row. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** The cell in words: shown, searched, sorted by and exported. */
  text(row: Row): string
  /** What to sort by where the words say it badly: a number, a date as text. */
  value?(row: Row): number | string | undefined
  readonly align?: 'start' | 'end' | undefined
  /** Shares of the width; 1 where absent. */
  readonly width?: number | undefined
  /** Not shown until somebody chooses it. */
  readonly hidden?: boolean | undefined
}

export interface Sorting {
  readonly key: string
  readonly down: boolean
}

const plainAscii = /^[\u0000-\u007f]*$/

/** Small letters without accents, so that "nunez" finds "Núñez". */
export function folded(text: string): string {
  const small = text.toLowerCase()
  return plainAscii.test(small) ? small : small.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Between the words of two cells, so that no search runs over the edge of one. */
const cellEdge = '\u0001'

/** What rows are found by; works through its rows bit by bit, and at once for what a search needs. */
export class RowIndex<Row> {
  private readonly texts: string[] = []
  private readonly rows: readonly Row[]
  private readonly columns: readonly Column<Row>[]
  constructor(rows: readonly Row[], columns: readonly Column<Row>[]) {
    this.rows = rows
    this.columns = columns
  }

  /** Goes on for so many milliseconds; is there more to do? */
  work(ms: number): boolean {
    const end = performance.now() + ms
    const { rows, texts } = this
    while (texts.length < rows.length) {
      for (const last = Math.min(rows.length, texts.length + 500); texts.length < last; ) this.add(rows[texts.length] as Row)
      if (performance.now() >= end) break
    }
    return texts.length < rows.length
  }

  /** Rows that hold every word of the query, in their order. */
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

/** From so many rows on, letters are compared by their code: the language's own order would take seconds. */
const mostByLanguage = 5000

/** A sorted copy; what has no value stands last either way. Equal rows keep their order. */
export function sorted<Row>(rows: readonly Row[], column: Column<Row> | undefined, down: boolean, language: string): readonly Row[] {
  if (!column) return rows
  const byLanguage = rows.length < mostByLanguage ? new Intl.Collator(language, { numeric: true }).compare : undefined
  const keyed = rows.map((row, place) => {
    const value = column.value ? column.value(row) : column.text(row)
    return { row, place, value: typeof value === 'string' ? (byLanguage ? value : folded(value)) : value }
  })
  const sign = down ? -1 : 1
  keyed.sort((a, b) => {
    const none = Number(a.value === undefined || a.value === '') - Number(b.value === undefined || b.value === '')
    if (none !== 0) return none
    if (a.value === undefined || b.value === undefined) return a.place - b.place
    let order: number
    if (typeof a.value === 'number' && typeof b.value === 'number') order = a.value - b.value
    else if (byLanguage) order = byLanguage(String(a.value), String(b.value))
    else order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0
    return order === 0 ? a.place - b.place : order * sign
  })
  return keyed.map(({ row }) => row)
}

/** The rows as a CSV file: the given columns, their labels first. */
export const tableCsv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  csvOf([columns.map(({ label }) => label), ...rows.map((row) => columns.map((column) => column.text(row)))])
