import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type BillingAccount, type BillingMember, billingMemberRoles } from '../../../contract/endpoints/billing/billing.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField } from '../../tables/editField.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { useBillingWords } from './useBillingWords.ts'
import { InviteToAccountDialog } from './InviteToAccountDialog.tsx'
import * as styles from './billing.module.css'

const keyOf = ({ key }: BillingMember) => key
const nameOf = ({ name }: BillingMember) => name
const none: readonly BillingMember[] = []
const apply = (row: BillingMember | undefined, { status }: Model): BillingMember | undefined =>
  row && { ...row, status: billingMemberRoles.find((role) => role === status) ?? row.status }

export interface PartProps {
  readonly account: BillingAccount
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** The members of an account with their roles; the Owner can't be changed (spec/2 §6). */
export function AccountMembers({ account, readOnly, fetchedAt, refresh }: PartProps) {
  const { t } = useLingui()
  const { roles } = useBillingWords()
  const [inviting, setInviting] = useState(false)
  const columns = useMemo(
    (): TableColumn<BillingMember>[] => [
      { key: 'name', label: t`Name`, text: nameOf, width: 1.5 },
      { key: 'email', label: t`Email`, text: ({ email }) => email ?? '', width: 1.5 },
      {
        key: 'status',
        label: t`Status`,
        text: ({ status, role }) =>
          status === 'Invited' && role !== undefined ? `${roles.Invited} (${roles[role as 'Member'] ?? role})` : roles[status],
      },
    ],
    [roles, t],
  )
  const fields = useMemo(
    (): EditField<BillingMember>[] => [
      {
        attribute: 'status',
        label: t`Role`,
        kind: 'select',
        options: billingMemberRoles.map((role) => [role, roles[role]]),
        from: (row) => (row?.status === 'Administrator' ? 'Administrator' : 'Member'),
      },
    ],
    [roles, t],
  )
  return (
    <div className={styles.section}>
      <h2>{t`Members`}</h2>
      <EditableTable
        title={t`Members`}
        item={t`Member`}
        rows={account.members ?? none}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`billing/${account.id}`}
        map="members"
        apply={apply}
        fields={fields}
        addable={false}
        editLabel={t`Change Role`}
        mayEdit={({ status }) => status === 'Administrator' || status === 'Member'}
        beforeDelete={({ status }) => (status === 'Owner' ? t`The Owner stays the Owner of the account` : undefined)}
        readOnly={readOnly}
        actions={
          !readOnly && (
            <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
              {t`Invite`}
            </Button>
          )
        }
        fetchedAt={fetchedAt}
        refresh={refresh}
        keptAs="billing-members"
      />
      {inviting && <InviteToAccountDialog account={account} refresh={refresh} onClose={() => setInviting(false)} />}
    </div>
  )
}
