import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useId, useMemo, useState } from 'react'
import { type BillingAccount, getBilling, privateBilling } from '../../../contract/endpoints/billing/billing.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { useRefusals } from '../../tables/useOutcome.ts'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { WorkersChart } from '../../ui/chart/WorkersChart.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { AccountDetails } from './AccountDetails.tsx'
import { AccountDirectory } from './AccountDirectory.tsx'
import { AccountHolidays } from './AccountHolidays.tsx'
import { AccountMembers } from './AccountMembers.tsx'
import { AccountPasskeys } from './AccountPasskeys.tsx'
import { AccountPlan } from './AccountPlan.tsx'
import { withAccount } from './withAccount.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { PaymentMethod } from './PaymentMethod.tsx'
import * as styles from './billing.module.css'

const include = ['billing.stripe', 'billing.members', 'billing.teams', 'billing.usage', 'billing.holidayCalendar']

/** `/billing/{id}`: one billing account (spec/2 §2); `?view=payment` opens the plan chooser. */
export function AccountScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/console/billing/$id' })
  if (id === privateBilling)
    return (
      <Page title={t`Private`} width="desk">
        <Notice>
          <Trans>Private bots have no billing account: no plan, no payment and no invitations.</Trans>
        </Notice>
      </Page>
    )
  return <OneAccount key={id} id={id} />
}

function OneAccount({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const asked = useSearch({ from: '/console/billing/$id' }).view === 'payment'
  const [choosing, setChoosing] = useState(false)
  const cached = useCached(getBilling, { id }, { include })
  const { fetchedAt, refresh } = cached
  const changes = useChangesOver(`billing/${id}`, cached)
  const own = useMemo(() => changes.filter(({ key, payload }) => key === '' && 'name' in payload), [changes])
  const refused = useCallback((_: unknown, message: string) => toast(t`Error Updating Billing Account: ${message}`, 'error'), [t])
  useRefusals(own, cached.data !== undefined, refused)
  const laid = useMemo(
    () =>
      own.reduce<BillingAccount | undefined>(
        (row, { payload, state }) => (state === 'parked' || state === 'conflict' ? row : withAccount(row, payload, id)),
        cached.data,
      ),
    [cached.data, id, own],
  )
  const close = () => {
    setChoosing(false)
    if (asked) void router.navigate({ href: `/billing/${id}`, replace: true })
  }
  return (
    <Page width="desk" title={laid ? titleOf(laid, t`Cancellation Requested`) : t`Billing Account`}>
      <Answered cached={cached}>
        {(data) => {
          const account = laid ?? data
          const manages = mayBilling(account.role, 'billing.manage')
          const parts = { account, readOnly: !manages, fetchedAt, refresh }
          return (
            <>
              <PendingMark pending={own.at(-1)} />
              <AccountDetails key={`${data.rev}`} account={account} readOnly={!manages} />
              {manages && <Subscription account={account} refresh={refresh} onChoose={() => setChoosing(true)} />}
              <AccountMembers {...parts} />
              {manages && <AccountPasskeys billing={account.id} />}
              {manages && <AccountDirectory billing={account.id} />}
              <AccountHolidays {...parts} />
              <Teams account={account} />
              {manages && (choosing || asked) && <ChangePlanDialog account={account} refresh={refresh} onClose={close} />}
            </>
          )
        }}
      </Answered>
    </Page>
  )
}

const titleOf = ({ model }: BillingAccount, cancelling: string) => (model.cancelRequested ? `${model.name} - ${cancelling}` : model.name)

interface SubscriptionProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onChoose: () => void
}

/** The plan of an account, how it is paid and how much of it is used. */
function Subscription({ account, refresh, onChoose }: SubscriptionProps) {
  const { card, isFixed } = account.stripe?.subscription ?? {}
  const days = isFixed ? account.usage?.days : undefined
  return (
    <>
      <AccountPlan account={account} refresh={refresh} onChoose={onChoose} />
      {account.model.cards !== false && card !== undefined && <PaymentMethod account={account} />}
      {days && <Usage days={days} />}
    </>
  )
}

function Usage({ days }: { readonly days: NonNullable<NonNullable<BillingAccount['usage']>['days']> }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Usage (last 30 days)`}</h2>
      <WorkersChart daily={days} />
    </section>
  )
}

type Team = NonNullable<BillingAccount['teams']>[number]
const keyOf = ({ id }: Team) => id
const none: readonly Team[] = []

function Teams({ account }: { readonly account: BillingAccount }) {
  const { t } = useLingui()
  const router = useRouter()
  const isFixed = account.stripe?.subscription?.isFixed === true
  const columns = useMemo(
    (): TableColumn<Team>[] => [
      { key: 'name', label: t`Name`, width: 1.5, text: ({ name, archived }) => (archived ? t`${name} (archived)` : name) },
      { key: 'owner', label: t`Owner`, text: ({ owner }) => owner ?? '' },
      {
        key: 'usage',
        label: t`Usage`,
        text: ({ usage, fixedUsagePeople, fixedUsageSupervisoryWorkers }) =>
          isFixed ? t`${fixedUsageSupervisoryWorkers} Foreman / Supers, ${fixedUsagePeople} People` : t`${usage} messages`,
        value: ({ usage, fixedUsagePeople }) => (isFixed ? fixedUsagePeople : usage),
      },
    ],
    [isFixed, t],
  )
  return (
    <div className={styles.section}>
      <h2>{t`Teams`}</h2>
      <Table
        title={t`Teams`}
        columns={columns}
        rows={account.teams ?? none}
        rowKey={keyOf}
        keptAs="billing-teams"
        toolbar={(account.teams ?? none).length > 0}
        emptyMessage={t`No projects yet`}
        rowActions={(team) => [{ key: 'manage', label: t`Manage`, onPress: () => void router.navigate({ href: `/teams/${team.id}` }) }]}
      />
    </div>
  )
}
