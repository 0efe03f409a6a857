import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BotTable, BotTableRow } from '../../../contract/reference/botPageNames.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'

const keyOf = ({ key }: BotTableRow) => key

/** The columns; a first one that names no row is left out: on a phone it is the heading of each row. */
function withoutEmptyHead(table: BotTable | undefined): BotTable['columns'] {
  const { columns = [], rows = [] } = table ?? {}
  const [first, ...others] = columns
  const isEmpty =
    first !== undefined && rows.length > 0 && rows.every(({ cells, at }) => !cells[first.key] && at?.[first.key] === undefined)
  return isEmpty && others.length > 0 ? others : columns
}

/** A table of a bot as its server describes it: people, companies, hours and the like. */
export function BotTableScreen({ data: page }: RootScreenProps) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const title = page.componentConfig?.title ?? ''
  const table = page.componentConfig?.items?.[0] as BotTable | undefined
  const columns = useMemo(
    (): TableColumn<BotTableRow>[] =>
      withoutEmptyHead(table).map(({ key, label, align }) => ({
        key,
        label,
        ...(align && { align }),
        text: ({ cells, at }) => {
          const time = at?.[key]
          return time === undefined ? (cells[key] ?? '') : i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
        },
      })),
    [i18n, table],
  )
  if (!table) return null
  const opens = table.rows.some(({ url }) => url !== undefined)
  return (
    <Page title={title} lead={table.lead} width="desk">
      <Table
        title={title}
        columns={columns}
        rows={table.rows}
        rowKey={keyOf}
        emptyMessage={table.empty}
        rowActions={
          opens
            ? ({ url }) => (url === undefined ? [] : [{ key: 'open', label: t`View`, onPress: () => router.navigate({ href: url }) }])
            : undefined
        }
      />
    </Page>
  )
}
