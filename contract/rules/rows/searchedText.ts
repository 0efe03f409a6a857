/** What a search and an order need to know of a column. */
export interface SearchedColumn<Row> {
  readonly key: string
  /** The text of a cell: shown, searched, sorted by and exported. */
  text(row: Row): string
  /** The value to sort by if the text does not sort well: a number, a date as text. */
  value?(row: Row): number | string | undefined
}

const plainAscii = /^[\u0000-\u007f]*$/

/** Returns lower case without accents, so that "nunez" finds "Núñez". */
export function folded(text: string): string {
  const small = text.toLowerCase()
  return plainAscii.test(small) ? small : small.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Separates two cells, so that a search does not match across cells. */
const cellEdge = '\u0001'

/** Returns the words of a search, folded. */
export const wordsOf = (search: string): readonly string[] => folded(search).split(/\s+/).filter(Boolean)

/** Returns the text of a row that a search reads: it must contain every word. */
export const searchedText = <Row>(row: Row, columns: readonly SearchedColumn<Row>[]): string =>
  folded(columns.map((column) => column.text(row)).join(cellEdge))

/**
 * From this number of rows on, letters are compared by code unit: the order of the language would take
 * seconds.
 */
const mostByLanguage = 5000

/** Returns a sorted copy; rows without a value are last in both directions. Equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  column: SearchedColumn<Row> | undefined,
  down: boolean,
  language: string,
): readonly Row[] {
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
