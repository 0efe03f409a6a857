import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { keepList, keptList } from '../../lib/storage.ts'
import { type Column, RowIndex, type Sorting, sorted } from './tableRows.ts'

/** ms after the last letter before a table is searched (spec/1 §5). */
export const searchDelay = 250

/** A text once nobody has changed it for a while. */
function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [ms, settled, text])
  return settled
}

/** ms of each idle moment in which a table reads through its rows. */
const slice = 8

const idle = (work: () => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 16)
  return () => clearTimeout(timer)
}

export interface TableState<Row> {
  readonly query: string
  setQuery(query: string): void
  readonly sorting: Sorting | undefined
  /** Up, down, as it was. */
  sortBy(key: string): void
  /** As it was without one. */
  setSorting(sorting: Sorting | undefined): void
  readonly shownColumns: readonly Column<Row>[]
  isShown(key: string): boolean
  /** The last column stays. */
  toggle(key: string): void
  /** All rows that pass the search, in their order. */
  readonly found: readonly Row[]
}

const sortingOf = ([key, way]: readonly string[]): Sorting | undefined => (key === undefined ? undefined : { key, down: way === 'down' })

/** What a person does to a table: search, sort, choose columns. `keptAs` remembers columns and order on this device. */
export function useTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], keptAs: string | undefined): TableState<Row> {
  const { i18n } = useLingui()
  const [query, setQuery] = useState('')
  const settled = useSettled(query, searchDelay)
  const [sorting, setSorting] = useState<Sorting | undefined>(() => (keptAs ? sortingOf(keptList(`sort:${keptAs}`)) : undefined))
  const [changed, setChanged] = useState<readonly string[]>(() => (keptAs ? keptList(`columns:${keptAs}`) : []))

  // A changed column is the other way round than its table gives it.
  const shownColumns = useMemo(() => columns.filter(({ hidden, key }) => (hidden === true) === changed.includes(key)), [columns, changed])
  const index = useMemo(() => new RowIndex(rows, shownColumns), [rows, shownColumns])
  useEffect(() => {
    let cancel: () => void = () => undefined
    const go = () => {
      if (index.work(slice)) cancel = idle(go)
    }
    cancel = idle(go)
    return () => cancel()
  }, [index])

  const found = useMemo(() => index.find(settled), [index, settled])
  const ordered = useMemo(
    () => sorted(found, sorting && columns.find(({ key }) => key === sorting.key), sorting?.down === true, i18n.locale),
    [columns, found, i18n.locale, sorting],
  )

  const sort = (next: Sorting | undefined) => {
    setSorting(next)
    if (keptAs) keepList(`sort:${keptAs}`, next ? [next.key, next.down ? 'down' : 'up'] : [])
  }
  return {
    query,
    setQuery,
    sorting,
    setSorting: sort,
    sortBy: (key) => sort(sorting?.key !== key ? { key, down: false } : sorting.down ? undefined : { key, down: true }),
    shownColumns,
    isShown: (key) => shownColumns.some((column) => column.key === key),
    toggle(key) {
      if (shownColumns.length === 1 && shownColumns[0]?.key === key) return
      const next = changed.includes(key) ? changed.filter((one) => one !== key) : [...changed, key]
      setChanged(next)
      if (keptAs) keepList(`columns:${keptAs}`, next)
    },
    found: ordered,
  }
}
