import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { keepList, keptList } from '../../lib/storage.ts'
import { sorted } from '../../../contract/rules/rows/searchedText.ts'
import { type Column, RowIndex, type Sorting } from './RowIndex.ts'
import { whenIdle } from '../whenIdle.ts'

/** Delay of the search after the last key press, ms (spec/1 §5). */
export const searchDelay = 250

/** Returns a text once it has not changed for some time (debounced). */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [ms, settled, text])
  return settled
}

/** Time of each idle period that a table uses to index its rows, ms. */
const slice = 8

/** What a person has asked of a table. */
export interface TableQuestion {
  readonly search: string
  readonly sorting: Sorting | undefined
  /** Keys of the columns that are searched: those that are shown. */
  readonly columns: readonly string[]
}

/** The rows of a table are only the first ones that the server has found and sorted: the device does not have all. */
export interface TablePart {
  /** Number of all rows, and of those that the search has found. */
  readonly all: number
  readonly found: number
  /** Asks for the first rows of a search and an order; the same function each time. */
  ask(question: TableQuestion): void
}

export interface TableState<Row> {
  readonly query: string
  setQuery(query: string): void
  readonly sorting: Sorting | undefined
  /** Cycles through ascending, descending and unsorted. */
  sortBy(key: string): void
  /** Sets the sorting; undefined means unsorted. */
  setSorting(sorting: Sorting | undefined): void
  readonly shownColumns: readonly Column<Row>[]
  isShown(key: string): boolean
  /** The last column can't be hidden. */
  toggle(key: string): void
  /** All rows that match the search, in their order; the first of them when the server searches. */
  readonly found: readonly Row[]
  /** How many rows match the search, and how many there are. */
  readonly foundCount: number
  readonly count: number
}

const sortingOf = ([key, way]: readonly string[]): Sorting | undefined => (key === undefined ? undefined : { key, down: way === 'down' })

/** A press on a column: first up, then down, then the usual order. */
function nextSorting(sorting: Sorting | undefined, key: string): Sorting | undefined {
  if (sorting?.key !== key) return { key, down: false }
  return sorting.down ? undefined : { key, down: true }
}

/**
 * Returns the state of a table: search, sorting, choice of columns. `keptAs`: the name under which columns
 * and order are stored on this device. `part`: the server searches and sorts.
 */
export function useTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  keptAs: string | undefined,
  part?: TablePart,
): TableState<Row> {
  const { i18n } = useLingui()
  const [query, setQuery] = useState('')
  const settled = useSettled(query, searchDelay)
  const [sorting, setSorting] = useState<Sorting | undefined>(() => (keptAs ? sortingOf(keptList(`sort:${keptAs}`)) : undefined))
  const [changed, setChanged] = useState<readonly string[]>(() => (keptAs ? keptList(`columns:${keptAs}`) : []))

  // A changed column has the opposite of its default visibility.
  const shownColumns = useMemo(() => columns.filter(({ hidden, key }) => (hidden === true) === changed.includes(key)), [columns, changed])
  const index = useMemo(() => new RowIndex(rows, shownColumns), [rows, shownColumns])
  useEffect(() => {
    let cancel: () => void = () => undefined
    const go = () => {
      if (index.work(slice)) cancel = whenIdle(go)
    }
    cancel = whenIdle(go)
    return () => cancel()
  }, [index])

  const isPart = part !== undefined
  const ask = part?.ask
  useEffect(() => ask?.({ search: settled, sorting, columns: shownColumns.map(({ key }) => key) }), [ask, settled, shownColumns, sorting])
  const found = useMemo(() => (isPart ? rows : index.find(settled)), [index, isPart, rows, settled])
  const ordered = useMemo(
    () => (isPart ? rows : sorted(found, sorting && columns.find(({ key }) => key === sorting.key), sorting?.down === true, i18n.locale)),
    [columns, found, i18n.locale, isPart, rows, sorting],
  )

  const sort = useCallback(
    (next: Sorting | undefined) => {
      setSorting(next)
      if (keptAs) keepList(`sort:${keptAs}`, next ? [next.key, next.down ? 'down' : 'up'] : [])
    },
    [keptAs],
  )
  const sortBy = useCallback((key: string) => sort(nextSorting(sorting, key)), [sort, sorting])
  return {
    query,
    setQuery,
    sorting,
    setSorting: sort,
    sortBy,
    shownColumns,
    isShown: (key) => shownColumns.some((column) => column.key === key),
    toggle(key) {
      if (shownColumns.length === 1 && shownColumns[0]?.key === key) return
      const next = changed.includes(key) ? changed.filter((one) => one !== key) : [...changed, key]
      setChanged(next)
      if (keptAs) keepList(`columns:${keptAs}`, next)
    },
    found: ordered,
    foundCount: part?.found ?? ordered.length,
    count: part?.all ?? rows.length,
  }
}
