import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BillingAccount, listBilling, usageCsvAddress, type UsagePeriod } from '../../../contract/endpoints/billing/billing.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { layOver, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { type RowAction, Table, type TableColumn } from '../../ui/table/Table.tsx'
import { withAccount } from './withAccount.ts'
import { useBillingWords } from './useBillingWords.ts'
import { goTo } from './goTo.ts'
import * as styles from './billing.module.css'

const keyOf = ({ id }: BillingAccount) => id
const include = ['billing.stripe', 'billing.usage']

function useAccountColumns(): TableColumn<BillingAccount>[] {
  const { t } = useLingui()
  const words = useBillingWords()
  return useMemo(
    (): TableColumn<BillingAccount>[] => [
      {
        key: 'name',
        label: t`Name`,
        width: 1.5,
        text: ({ model }) => model.name,
        draw: ({ id, model }) => (
          <Link to="/billing/$id" params={{ id }}>
            {model.name}
          </Link>
        ),
      },
      { key: 'plan', label: t`Plan`, text: words.plan },
      {
        key: 'inclusions',
        label: t`Inclusions`,
        text: words.inclusions,
        value: ({ stripe }) => stripe?.subscription?.inclusionsInPeriod ?? 0,
      },
      { key: 'usage', label: t`Usage`, width: 1.5, text: words.usage, value: ({ usage }) => usage?.totalUsage ?? 0 },
    ],
    [t, words],
  )
}

/** Returns the actions of an account in the list. */
function useAccountActions() {
  const { t } = useLingui()
  const router = useRouter()
  return ({ id, role, model, stripe }: BillingAccount): RowAction[] => {
    const usage = (period: UsagePeriod, label: string): RowAction => ({
      key: period,
      label,
      onPress: () => goTo.window(usageCsvAddress(id, period)),
    })
    const manages = mayBilling(role, 'billing.manage')
    return [
      { key: 'manage', label: t`Manage`, onPress: () => void router.navigate({ href: `/billing/${id}` }) },
      ...(manages && (stripe?.subscription?.inclusionsInPeriod ?? 0) > 0
        ? [usage('current', t`Usage (This Billing Cycle)`), usage('last', t`Usage (Last Billing Cycle)`), usage('all', t`Usage (All)`)]
        : []),
      ...(manages
        ? [
            {
              key: 'delete',
              label: t`Delete`,
              danger: true,
              onPress: () => alertDialog(t`Can not delete the ${model.name} billing account as it is still associated with team(s).`),
            },
          ]
        : []),
    ]
  }
}

/** `/billing`: the billing accounts of a person, with the contents and usage of each (spec/2 §2). */
export function BillingScreen() {
  const { t } = useLingui()
  const cached = useCached(listBilling, undefined, { include })
  const changes = useChangesOver('billing', cached)
  const laid = useMemo(() => layOver(cached.data?.items ?? [], changes, keyOf, withAccount), [cached.data, changes])
  const rows = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [row.id, pending])), [laid])
  const columns = useAccountColumns()
  const actionsOf = useAccountActions()
  const { data: me } = useCached(getMe)
  const earns = rows.some(({ model }) => model.status !== 'Pending' && model.status !== 'Cancelled')
  const create = <LinkButton href="/billing/create" kind="primary" icon="plus">{t`Create Billing Account`}</LinkButton>
  const prices = <LinkButton href="/frontend/pricing">{t`Prices`}</LinkButton>
  return (
    <Page title={t`Billing Accounts`} width="desk">
      <Answered cached={cached}>
        {() =>
          rows.length === 0 ? (
            <EmptyState
              icon="clipboard"
              title={t`No billing accounts yet`}
              action={
                <div className={styles.row}>
                  {me?.isAdmin && <LinkButton href="/partners">{t`Partners`}</LinkButton>}
                  <LinkButton href="/billing/request">{t`Ask my Boss`}</LinkButton>
                  {prices}
                  {create}
                </div>
              }
            >
              <Trans>A billing account pays for projects. The free plan includes 200 messages each month and needs no card.</Trans>
            </EmptyState>
          ) : (
            <Table
              title={t`Billing Accounts`}
              columns={columns}
              rows={rows}
              rowKey={keyOf}
              keptAs="billing"
              mark={({ id }) => <PendingMark pending={pendingOf.get(id)} />}
              rowActions={actionsOf}
              actions={
                <>
                  {me?.isAdmin && <LinkButton href="/partners">{t`Partners`}</LinkButton>}
                  {earns && <LinkButton href="/billing/refer">{t`Give 100, Get 100`}</LinkButton>}
                  {prices}
                  {create}
                </>
              }
            />
          )
        }
      </Answered>
    </Page>
  )
}
