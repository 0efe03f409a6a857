import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type BotRow, listBots } from '../../../contract/endpoints/bots.ts'
import { useCached } from '../../store/queries/cached.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'

const hasForm = ({ form }: BotRow): boolean => form !== undefined

/** `/records`: the bots with a form, each with the way to the records that have arrived. */
export function RecordListsScreen() {
  const { t, i18n } = useLingui()
  const { data, state, stale, fetchedAt, error, refresh } = useCached(listBots, undefined, { archived: 'false' })
  const bots = useMemo(() => data?.bots.filter(hasForm), [data])
  const columns = useMemo<TableColumn<BotRow>[]>(
    () => [
      {
        key: 'title',
        label: t`Bot`,
        text: ({ title }) => title,
        draw: ({ title, form }) => <SiteLink href={`/frontend/arrived/${form}`}>{title}</SiteLink>,
        width: 1.6,
      },
      { key: 'project', label: t`Project`, text: ({ project }) => project ?? t`Private` },
    ],
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [i18n.locale],
  )
  return (
    <Page title={t`Records`} width="desk" lead={t`What people have sent with the form of each bot.`}>
      {state === 'loading' && <Skeleton rows={5} />}
      {state === 'failed' && <FailedState error={error} onRetry={refresh} />}
      {stale && <OfflineCopy at={fetchedAt} />}
      {bots?.length === 0 && (
        <EmptyState icon="list" title={t`No records yet`}>
          <Trans>Records appear here when a project has a bot with a form.</Trans>
        </EmptyState>
      )}
      {bots !== undefined && bots.length > 0 && (
        <Table title={t`Records`} columns={columns} rows={bots} rowKey={({ id }) => id} keptAs="recordLists" />
      )}
    </Page>
  )
}
