import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import type { Column } from './tableRows.ts'
import { RowActions } from './RowActions.tsx'
import { useTable } from './useTable.ts'
import { useTableWindow, wholeUpTo } from './useTableWindow.ts'
import './table.css'

/** Characters: a date, a number or a name up to this length stays on one line. */
const shortText = 14

function toggled<K>(chosen: ReadonlySet<K>, key: K): ReadonlySet<K> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** A column may render its cells; the rendered cell must say the same as `text`. */
export interface TableColumn<Row> extends Column<Row> {
  draw?(row: Row): ReactNode
}

interface TableProps<Row> {
  /** Title of the table: its name for screen readers, and of the CSV file. */
  readonly title: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  rowKey(row: Row): string | number
  /** Search, choice of columns and CSV. */
  readonly toolbar?: boolean | undefined
  /** Stores columns and order on this device under this name. */
  readonly keptAs?: string | undefined
  readonly emptyMessage?: string | undefined
  readonly loading?: boolean | undefined
  /** Greatest height of the box before it scrolls (CSS). */
  readonly height?: string | undefined
  /**
   * Actions of a row: the first is a button, the others are in a menu behind it; from ten actions on, in a
   * searchable list.
   */
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** Keys of the selected rows; if set, every row has a check box. */
  readonly selected?: ReadonlySet<string | number> | undefined
  readonly onSelect?: ((selected: ReadonlySet<string | number>) => void) | undefined
  /** Why a row can't be selected, in words; undefined if it can. */
  readonly disabledRow?: ((row: Row) => string | undefined) | undefined
  /** A mark beside the first cell, for example for a row that is not sent yet. */
  readonly mark?: ((row: Row) => ReactNode) | undefined
  /** Actions beside search and columns. */
  readonly actions?: ReactNode
  /** Replaces the number of rows while all are shown: "8 bots". */
  readonly counted?: ReactNode
  /** On a phone each row is a card, unless the table is long. */
  readonly cards?: boolean | undefined
}

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly onPress: () => unknown
  readonly danger?: boolean | undefined
}

/** Height of a row of a long table, px; the same in table.css. */
const rowHeight = 48

/**
 * A table for phones and desktops. Search, sorting, choice of columns and CSV work on all rows (100,000 are
 * fine), while only the rows in the window are drawn. `columns` and `rows` must keep their identity while
 * they do not change.
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
  rowActions,
  selected,
  onSelect,
  disabledRow,
  mark,
  actions,
  counted,
  cards = true,
}: TableProps<Row>) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const table = useTable<Row>(rows, columns, keptAs)
  const { found, sorting } = table
  const long = found.length > wholeUpTo
  const { first, end } = useTableWindow(box, found.length, rowHeight)
  const shown = table.shownColumns as readonly TableColumn<Row>[]
  const free = selected ? found.filter((row) => disabledRow?.(row) === undefined) : []
  const allChosen = selected !== undefined && free.length > 0 && free.every((row) => selected.has(rowKey(row)))
  const space = (count: number) => (count > 0 ? <tr aria-hidden="true" style={{ height: count * rowHeight }} /> : null)
  return (
    <div className="m-table-whole">
      {toolbar || actions ? (
        <TableToolbar
          title={title}
          columns={columns}
          table={table}
          count={rows.length}
          actions={actions}
          counted={counted}
          bare={!toolbar}
        />
      ) : null}
      <div ref={box} className="m-table-box" role="group" aria-label={title} style={{ '--m-table-height': height } as CSSProperties}>
        <table
          className="m-table"
          data-cards={(cards && !long) || undefined}
          aria-rowcount={found.length + 1}
          data-long={long || undefined}
          aria-busy={loading || undefined}
        >
          <colgroup>
            {selected ? <col style={{ width: '3rem' }} /> : null}
            {shown.map((column) => (
              <col key={column.key} style={{ width: `${(column.width ?? 1) * 9}rem` }} />
            ))}
            {rowActions ? <col className="m-table-acts-width" /> : null}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {selected ? (
                <th scope="col" className="m-table-tick">
                  <label>
                    <input
                      type="checkbox"
                      aria-label={t`Select all`}
                      checked={allChosen}
                      ref={(box) => {
                        if (box) box.indeterminate = !allChosen && selected.size > 0
                      }}
                      onChange={() => onSelect?.(new Set(allChosen ? [] : free.map(rowKey)))}
                    />
                  </label>
                </th>
              ) : null}
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
              {rowActions ? (
                <th scope="col" className="m-table-acts">
                  <span className="m-table-unseen">{t`Actions`}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {space(first)}
            {found.slice(first, end).map((each, index) => (
              <tr
                key={rowKey(each)}
                aria-rowindex={first + index + 2}
                data-row
                aria-disabled={disabledRow?.(each) !== undefined || undefined}
              >
                {selected ? (
                  <td className="m-table-tick">
                    <label title={disabledRow?.(each)}>
                      <input
                        type="checkbox"
                        aria-label={t`Select ${columns[0]?.text(each) ?? ''}`}
                        checked={selected.has(rowKey(each))}
                        disabled={disabledRow?.(each) !== undefined}
                        onChange={() => onSelect?.(toggled(selected, rowKey(each)))}
                      />
                    </label>
                  </td>
                ) : null}
                {shown.map((column, place) => {
                  const text = column.text(each)
                  return (
                    <td
                      key={column.key}
                      data-align={column.align}
                      data-short={text.length <= shortText || undefined}
                      data-label={place === 0 ? undefined : column.label}
                      data-empty={text === '' || undefined}
                      title={long ? text : undefined}
                    >
                      {place === 0 && mark ? (
                        <span className="m-table-first">
                          <span>{column.draw ? column.draw(each) : text}</span>
                          {mark(each)}
                        </span>
                      ) : column.draw ? (
                        column.draw(each)
                      ) : (
                        text
                      )}
                    </td>
                  )
                })}
                {rowActions ? (
                  <td className="m-table-acts">
                    <RowActions actions={rowActions(each)} name={columns[0]?.text(each) ?? ''} />
                  </td>
                ) : null}
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
