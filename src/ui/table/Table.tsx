import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import type { Column } from './tableRows.ts'
import { useTable } from './useTable.ts'
import { useTableWindow, wholeUpTo } from './useTableWindow.ts'
import './table.css'

/** A date, a number, a name: what is not longer stays on one line. */
const shortText = 14

/** A column may draw its cells; what is drawn says the same as `text`. */
export interface TableColumn<Row> extends Column<Row> {
  draw?(row: Row): ReactNode
}

interface TableProps<Row> {
  /** What the table is about: its name for screen readers, and of the CSV file. */
  readonly title: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  rowKey(row: Row): string | number
  /** Search, choice of columns and CSV. */
  readonly toolbar?: boolean | undefined
  /** Remembers the chosen columns on this device under this name. */
  readonly keptAs?: string | undefined
  readonly emptyMessage?: string | undefined
  readonly loading?: boolean | undefined
  /** How high the box grows before it scrolls (CSS). */
  readonly height?: string | undefined
}

/** Pixels of a row of a long table; the same in table.css. */
const rowHeight = 48

/**
 * Rows and columns for a phone and for a desk: search, sorting, choice of columns and CSV work on all rows (100,000 are fine), while only
 * those in the window are drawn. `columns` and `rows` keep their identity as long as they are the same.
 */
export function Table<Row>({
  title,
  columns,
  rows,
  rowKey,
  toolbar = true,
  keptAs,
  emptyMessage,
  loading,
  height = '70dvh',
}: TableProps<Row>) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const table = useTable<Row>(rows, columns, keptAs)
  const { found, sorting } = table
  const long = found.length > wholeUpTo
  const { first, end } = useTableWindow(box, found.length, rowHeight)
  const shown = table.shownColumns as readonly TableColumn<Row>[]
  const space = (count: number) => (count > 0 ? <tr aria-hidden="true" style={{ height: count * rowHeight }} /> : null)
  return (
    <div className="m-table-whole">
      {toolbar ? <TableToolbar title={title} columns={columns} table={table} count={rows.length} /> : null}
      <div ref={box} className="m-table-box" role="region" aria-label={title} style={{ '--m-table-height': height } as CSSProperties}>
        <table className="m-table" aria-rowcount={found.length + 1} data-long={long || undefined} aria-busy={loading || undefined}>
          <colgroup>
            {shown.map((column) => (
              <col key={column.key} style={{ width: `${(column.width ?? 1) * 9}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {shown.map((column) => {
                const sort = sorting?.key === column.key ? (sorting.down ? 'descending' : 'ascending') : undefined
                return (
                  <th key={column.key} scope="col" aria-sort={sort} data-align={column.align}>
                    <button type="button" onClick={() => table.sortBy(column.key)}>
                      <span>{column.label}</span>
                      <Icon name="chevronDown" size={16} data-sort={sort ?? 'none'} />
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {space(first)}
            {found.slice(first, end).map((each, index) => (
              <tr key={rowKey(each)} aria-rowindex={first + index + 2} data-row>
                {shown.map((column) => {
                  const text = column.text(each)
                  return (
                    <td
                      key={column.key}
                      data-align={column.align}
                      data-short={text.length <= shortText || undefined}
                      title={long ? text : undefined}
                    >
                      {column.draw ? column.draw(each) : text}
                    </td>
                  )
                })}
              </tr>
            ))}
            {space(found.length - end)}
          </tbody>
        </table>
        {found.length === 0 ? (
          <p className="m-table-empty" role="status">
            {loading ? t`Loading...` : rows.length === 0 ? (emptyMessage ?? t`Nothing here yet`) : t`Nothing found`}
          </p>
        ) : null}
      </div>
    </div>
  )
}
