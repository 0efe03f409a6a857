import { csvOf } from '../../../contract/rules/csvOf.ts'
import { type SearchedColumn, searchedText, wordsOf } from '../../../contract/rules/rows/searchedText.ts'

/** One column of a table. */
export interface Column<Row> extends SearchedColumn<Row> {
  readonly label: string
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
    const words = wordsOf(query)
    if (words.length === 0) return this.rows
    this.work(Number.POSITIVE_INFINITY)
    return this.rows.filter((_, index) => words.every((word) => this.texts[index]?.includes(word)))
  }

  private add(row: Row): void {
    this.texts.push(searchedText(row, this.columns))
  }
}

/** Returns the rows as a CSV file: the given columns, labels first. */
export const tableCsv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  csvOf([columns.map(({ label }) => label), ...rows.map((row) => columns.map((column) => column.text(row)))])
