import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { NamedRow } from '../../contract/endpoints/projects.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import type { TableColumn } from '../ui/table/Table.tsx'
import { EditableTable, type EditableTableProps } from './EditableTable.tsx'
import type { EditField } from './editField.ts'

const keyOf = ({ key }: NamedRow) => key
const nameOf = ({ name }: NamedRow) => name
const apply = (row: NamedRow | undefined, { name }: Model, key: string): NamedRow => ({
  key,
  name: typeof name === 'string' ? name : (row?.name ?? ''),
})

/** A list of unique names: companies, trades, certification types (spec/3 §2.10, §2.12). */
export function NamedTable(
  props: Pick<
    EditableTableProps<NamedRow>,
    | 'title'
    | 'item'
    | 'rows'
    | 'path'
    | 'readOnly'
    | 'fetchedAt'
    | 'refresh'
    | 'keptAs'
    | 'emptyMessage'
    | 'actions'
    | 'mayEdit'
    | 'mayDelete'
  >,
) {
  const { t } = useLingui()
  const columns = useMemo((): TableColumn<NamedRow>[] => [{ key: 'name', label: t`Name`, text: nameOf }], [t])
  const fields = useMemo(
    (): EditField<NamedRow>[] => [{ attribute: 'name', label: t`Name`, required: t`Name required`, from: (row) => row?.name ?? '' }],
    [t],
  )
  return <EditableTable {...props} columns={columns} keyOf={keyOf} nameOf={nameOf} apply={apply} fields={fields} />
}
