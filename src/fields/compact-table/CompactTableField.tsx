import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useValue } from '../useField.ts'
import { type Cells, cellText, cellValue, rowsOf } from './cells.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** From this number of rows on, a table has search, column selection and CSV export. */
const rowsForToolbar = 10
const numbers: ReadonlySet<unknown> = new Set(['number', 'hours', 'currency'])

const inWords = (attribute: string) => {
  const words = (attribute.split('.').at(-1) ?? '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A read-only table with rows of the record or of the settings. */
export function CompactTableField({ form, node, setting }: FieldProps<'compact-table'>) {
  const { t, i18n } = useLingui()
  const held = useValue(form, node.path ?? '')
  const rows = useMemo(
    () => rowsOf(setting.attribute === undefined ? setting.rows : (held ?? setting.rows), setting.columns[0]?.attribute ?? ''),
    [held, setting],
  )
  const columns = useMemo(
    () =>
      setting.columns.map(
        (column): TableColumn<Cells> => ({
          key: column.attribute,
          label: column.label ?? inWords(column.attribute),
          text: (row) => cellText(row, column, i18n.locale),
          value: (row) => cellValue(row, column),
          align: numbers.has(column.format) ? 'end' : undefined,
        }),
      ),
    [i18n.locale, setting],
  )
  const keys = useMemo(() => new Map(rows.map((row, index) => [row, index])), [rows])
  const { label } = setting
  return (
    <div className={controls.field} id={`${fieldId(form, node)}-field`} data-attribute={node.path}>
      {label ? <div className={controls.label}>{label}</div> : null}
      <Table
        title={label ?? t`Table`}
        columns={columns}
        rows={rows}
        rowKey={(row) => keys.get(row) ?? 0}
        toolbar={setting.toolbar ?? rows.length >= rowsForToolbar}
        keptAs={`${form.name}.${node.key}`}
        emptyMessage={setting.emptyMessage}
      />
    </div>
  )
}
