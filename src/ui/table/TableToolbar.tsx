import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { csvName } from '../../../contract/rules/csvOf.ts'
import { downloadFile } from '../downloadFile.ts'
import { Button } from '../controls/Button.tsx'
import { CheckField } from '../controls/CheckField.tsx'
import { Select } from '../controls/Select.tsx'
import { TextField } from '../controls/TextField.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { type Column, tableCsv } from './RowIndex.ts'
import type { TableState } from './useTable.ts'
import * as styles from './table.module.css'

interface ToolbarProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly table: TableState<Row>
  /** Only the first rows are here: not enough for a CSV file. */
  readonly isPart?: boolean | undefined
  readonly actions?: ReactNode
  /** Replaces the number of rows while all are shown. */
  readonly counted?: ReactNode
  /** Only the actions: no search, columns and CSV. */
  readonly bare?: boolean | undefined
}

/** Search, choice of columns and CSV of the found rows (spec/1 §2.5). */
export function TableToolbar<Row>({ title, columns, table, isPart = false, actions, counted, bare }: ToolbarProps<Row>) {
  const { t } = useLingui()
  const [choosing, setChoosing] = useState(false)
  const { found, foundCount, count, query, setQuery, shownColumns } = table
  const download = () => downloadFile(new Blob([tableCsv(found, shownColumns)], { type: 'text/csv;charset=utf-8' }), csvName(title))
  if (bare) return <div className={styles.bar}>{actions}</div>
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <TextField
          affix={<Icon name="search" size={20} />}
          type="search"
          value={query}
          placeholder={t`Search...`}
          aria-label={t`Search ${title}`}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Button icon="list" onClick={() => setChoosing(true)}>
        <span className={styles.word}>{t`Columns`}</span>
      </Button>
      <Button icon="download" disabled={foundCount === 0 || isPart} onClick={download}>
        <span className={styles.word}>{t`CSV`}</span>
      </Button>
      {actions}
      <div className={styles.count} role="status">
        {foundCount < count ? t`${foundCount} of ${count}` : (counted ?? plural(count, { one: '# row', other: '# rows' }))}
      </div>
      <ColumnsDialog open={choosing} columns={columns} table={table} onClose={() => setChoosing(false)} />
    </div>
  )
}

interface ColumnsDialogProps<Row> extends Pick<ToolbarProps<Row>, 'columns' | 'table'> {
  readonly open: boolean
  readonly onClose: () => void
}

/** The order of the rows, and the choice of columns. */
function ColumnsDialog<Row>({ open, columns, table, onClose }: ColumnsDialogProps<Row>) {
  const { t } = useLingui()
  const { shownColumns, sorting, setSorting } = table
  return (
    <Dialog open={open} title={t`Columns`} onClose={onClose} actions={<Button kind="primary" onClick={onClose}>{t`OK`}</Button>}>
      <div className={styles.order}>
        <Select
          label={t`Sort by`}
          value={sorting?.key ?? ''}
          onChange={({ target: { value } }) => setSorting(value === '' ? undefined : { key: value, down: sorting?.down === true })}
        >
          <option value="">{t`Usual order`}</option>
          {columns.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        <CheckField
          label={t`Last first`}
          checked={sorting?.down === true}
          disabled={!sorting}
          onChange={({ target: { checked } }) => sorting && setSorting({ ...sorting, down: checked })}
        />
      </div>
      {columns.map((column) => {
        const shown = table.isShown(column.key)
        return (
          <CheckField
            key={column.key}
            label={column.label}
            checked={shown}
            disabled={shown && shownColumns.length === 1}
            onChange={() => table.toggle(column.key)}
          />
        )
      })}
    </Dialog>
  )
}
