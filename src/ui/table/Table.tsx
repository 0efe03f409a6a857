import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo, type ReactNode, useRef } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import type { Column, Sorting } from './RowIndex.ts'
import { RowActions } from './RowActions.tsx'
import { type TablePart, type TableState, useTable } from './useTable.ts'
import { useTableWindow, wholeUpTo } from './useTableWindow.ts'
import * as styles from './table.module.css'

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
  /** Greatest height of the box before it scrolls (CSS). */
  readonly height?: string | undefined
  /**
   * Actions of a row: the first is a button, the others are in a menu behind it; from ten actions on, in a
   * searchable list.
   */
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The words by which a screen reader tells the buttons of the rows apart. Default: the text of the first column. */
  readonly rowName?: ((row: Row) => string) | undefined
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
  /** Set while `rows` are only the first ones: the server searches and sorts, and a CSV file has to wait. */
  readonly part?: TablePart | undefined
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
 * they do not change. A row is drawn again when one of its functions (`rowActions`, `mark`, ...) is another one.
 */
export function Table<Row>({
  title,
  columns,
  rows,
  rowKey,
  toolbar = true,
  keptAs,
  emptyMessage,
  height = '70dvh',
  rowActions,
  rowName,
  selected,
  onSelect,
  disabledRow,
  mark,
  actions,
  counted,
  part,
  cards = true,
}: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const table = useTable<Row>(rows, columns, keptAs, part)
  const { found, foundCount, sorting, sortBy } = table
  const long = foundCount > wholeUpTo
  const { first, end } = useTableWindow(box, found.length, rowHeight, !long)
  const shown = table.shownColumns as readonly TableColumn<Row>[]
  return (
    <div className={styles.whole}>
      {toolbar || actions ? (
        <TableToolbar
          title={title}
          columns={columns}
          table={table}
          isPart={part !== undefined}
          actions={actions}
          counted={counted}
          bare={!toolbar}
        />
      ) : null}
      <div ref={box} className={styles.box} role="group" aria-label={title} style={{ '--m-table-height': height } as CSSProperties}>
        <table
          className={styles.table}
          aria-label={title}
          data-cards={(cards && !long) || undefined}
          aria-rowcount={foundCount + 1}
          data-long={long || undefined}
        >
          <colgroup>
            {selected ? <col style={{ width: '3rem' }} /> : null}
            {shown.map((column) => (
              <col key={column.key} style={{ width: `${(column.width ?? 1) * 9}rem` }} />
            ))}
            {rowActions ? <col className={styles.actsWidth} /> : null}
          </colgroup>
          <Head {...{ shown, found, sorting, sortBy, rowKey, selected, onSelect, disabledRow }} hasActions={rowActions !== undefined} />
          <tbody>
            <Space rows={first} />
            {found.slice(first, end).map((each, index) => (
              <TableRow
                key={rowKey(each)}
                index={first + index}
                row={each}
                shown={shown}
                long={long}
                nameColumn={columns[0]}
                {...{ rowName, rowKey, rowActions, selected, onSelect, disabledRow, mark }}
              />
            ))}
            <Space rows={found.length - end} />
          </tbody>
        </table>
        {found.length === 0 ? <NoRows isEmpty={table.count === 0} emptyMessage={emptyMessage} /> : null}
      </div>
    </div>
  )
}

interface TableHeadProps<Row>
  extends Pick<TableProps<Row>, 'rowKey' | 'selected' | 'onSelect' | 'disabledRow'>,
    Pick<TableState<Row>, 'found' | 'sorting' | 'sortBy'> {
  readonly shown: readonly TableColumn<Row>[]
  readonly hasActions: boolean
}

function TableHead<Row>({ shown, found, sorting, sortBy, rowKey, hasActions, selected, onSelect, disabledRow }: TableHeadProps<Row>) {
  const { t } = useLingui()
  const free = selected ? found.filter((row) => disabledRow?.(row) === undefined) : []
  const allChosen = selected !== undefined && free.length > 0 && free.every((row) => selected.has(rowKey(row)))
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selected ? (
          <SelectAll
            checked={allChosen}
            indeterminate={!allChosen && selected.size > 0}
            onToggle={() => onSelect?.(new Set(allChosen ? [] : free.map(rowKey)))}
          />
        ) : null}
        {shown.map((column) => (
          <ColumnHead key={column.key} column={column} sorting={sorting} onSort={() => sortBy(column.key)} />
        ))}
        {hasActions ? (
          <th scope="col" className={styles.acts}>
            <span className={styles.unseen}>{t`Actions`}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

/** Typing in the search, and moving the window, draw neither the head nor the other rows again. */
const Head = memo(TableHead) as typeof TableHead

/** The height of rows that are not drawn. */
function Space({ rows }: { readonly rows: number }) {
  return rows > 0 ? <tr aria-hidden="true" style={{ height: rows * rowHeight }} /> : null
}

function NoRows({
  isEmpty,
  emptyMessage,
}: {
  /** True when there are no rows at all, also without a search. */
  readonly isEmpty: boolean
  readonly emptyMessage: string | undefined
}) {
  const { t } = useLingui()
  return (
    <p className={styles.empty} role="status">
      {isEmpty ? (emptyMessage ?? t`Nothing here yet`) : t`Nothing found`}
    </p>
  )
}

function SelectAll({
  checked,
  indeterminate,
  onToggle,
}: {
  readonly checked: boolean
  readonly indeterminate: boolean
  readonly onToggle: () => void
}) {
  const { t } = useLingui()
  return (
    <th scope="col" className={styles.tick}>
      <label>
        <input
          type="checkbox"
          aria-label={t`Select all`}
          checked={checked}
          ref={(box) => {
            if (box) box.indeterminate = indeterminate
          }}
          onChange={onToggle}
        />
      </label>
    </th>
  )
}

function sortOf(sorting: Sorting | undefined, key: string): 'ascending' | 'descending' | undefined {
  if (sorting?.key !== key) return undefined
  return sorting.down ? 'descending' : 'ascending'
}

function ColumnHead<Row>({
  column,
  sorting,
  onSort,
}: {
  readonly column: TableColumn<Row>
  readonly sorting: Sorting | undefined
  readonly onSort: () => void
}) {
  const sort = sortOf(sorting, column.key)
  return (
    <th scope="col" aria-sort={sort} data-align={column.align}>
      <button type="button" onClick={onSort}>
        <span>{column.label}</span>
        <Icon name="chevronDown" size={16} data-sort={sort ?? 'none'} />
      </button>
    </th>
  )
}

interface BodyRowProps<Row>
  extends Pick<TableProps<Row>, 'rowName' | 'rowKey' | 'rowActions' | 'selected' | 'onSelect' | 'disabledRow' | 'mark'> {
  readonly row: Row
  readonly nameColumn: TableColumn<Row> | undefined
  /** Position among the found rows. */
  readonly index: number
  readonly shown: readonly TableColumn<Row>[]
  /** Cells do not wrap: their whole text is the title. */
  readonly long: boolean
}

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row: each, index, nameColumn, rowName, shown, long, rowKey, rowActions, selected, onSelect, disabledRow, mark } = props
  const { t } = useLingui()
  const disabled = disabledRow?.(each)
  const name = rowName?.(each) ?? nameColumn?.text(each) ?? ''
  return (
    <tr aria-rowindex={index + 2} data-row aria-disabled={disabled !== undefined || undefined}>
      {selected ? (
        <td className={styles.tick}>
          <label title={disabled}>
            <input
              type="checkbox"
              aria-label={t`Select ${name}`}
              checked={selected.has(rowKey(each))}
              disabled={disabled !== undefined}
              onChange={() => onSelect?.(toggled(selected, rowKey(each)))}
            />
          </label>
        </td>
      ) : null}
      {shown.map((column, place) => {
        const text = column.text(each)
        const content = column.draw ? column.draw(each) : text
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
              <span className={styles.first}>
                <span>{content}</span>
                {mark(each)}
              </span>
            ) : (
              content
            )}
          </td>
        )
      })}
      {rowActions ? (
        <td className={styles.acts}>
          <RowActions actions={rowActions(each)} name={name} />
        </td>
      ) : null}
    </tr>
  )
}

const TableRow = memo(BodyRow) as typeof BodyRow
