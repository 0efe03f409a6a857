import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { type BillingAccount, getBilling, listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { NamedTable } from '../../tables/NamedTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'

/** `/lists`: the lists of each billing account (spec/3 §2.12). */
export function ListsScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const cached = useCached(listBilling, undefined, { property: 'name' })
  const columns = useMemo(
    (): TableColumn<BillingAccount>[] => [
      {
        key: 'list',
        label: t`List`,
        text: () => t`Certification Types`,
        draw: ({ id }) => <Link to="/billing/$billingId/permitTypes" params={{ billingId: id }}>{t`Certification Types`}</Link>,
      },
      { key: 'billing', label: t`Billing Account`, text: ({ model }) => model.name },
    ],
    [t],
  )
  return (
    <Page title={t`Lists`} width="desk">
      <Answered cached={cached}>
        {({ items: billing }) =>
          billing.length === 0 ? (
            <EmptyState icon="list" title={t`No lists yet`} action={<LinkButton href="/billing">{t`Billing`}</LinkButton>}>
              <Trans>Lists belong to a billing account. You belong to none yet.</Trans>
            </EmptyState>
          ) : (
            <Table
              title={t`Lists`}
              columns={columns}
              rows={billing}
              rowKey={({ id }) => id}
              keptAs="lists"
              toolbar={billing.length > 5}
              rowActions={({ id }) => [
                { key: 'open', label: t`Open`, onPress: () => router.navigate({ href: `/billing/${id}/permitTypes` }) },
              ]}
            />
          )
        }
      </Answered>
    </Page>
  )
}

/** `/billing/{billingId}/permitTypes`: the certification types of a billing account. */
export function PermitTypesScreen() {
  const { t } = useLingui()
  const { billingId } = useParams({ from: '/console/billing/$billingId/permitTypes' })
  const cached = useCached(getBilling, { id: billingId }, { include: 'billing.permitTypes' })
  return (
    <Page title={t`Certification Types`} width="desk" lead={cached.data?.model.name}>
      <Answered cached={cached}>
        {({ role, permitTypes }) => (
          <NamedTable
            title={t`Certification Types`}
            item={t`Certification Type`}
            rows={permitTypes ?? none}
            path={`billing/${billingId}/permitTypes`}
            readOnly={!mayBilling(role, 'list.edit')}
            fetchedAt={cached.fetchedAt}
            refresh={cached.refresh}
            keptAs="permitTypes"
            emptyMessage={t`No certification types yet. Workers choose from this list what they upload.`}
          />
        )}
      </Answered>
    </Page>
  )
}
const none: readonly never[] = []
