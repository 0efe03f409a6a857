import { useLingui } from '@lingui/react/macro'
import type { BillingChoice } from '../../../contract/endpoints/billing/billing.ts'
import { closedStatuses, type LibraryType, libraryTypes } from '../../../contract/endpoints/libraries.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { queue } from '../../store/outbox/queue.ts'
import { EditDialog } from '../../tables/EditDialog.tsx'
import type { EditValues } from '../../tables/editField.ts'
import { useOutcome } from '../../tables/useOutcome.ts'
import { toast } from '../../ui/feedback/toast.tsx'

interface CreateLibraryDialogProps {
  readonly accounts: readonly BillingChoice[]
  readonly type: LibraryType | undefined
  /** Id of the preselected account. */
  readonly billing: string | undefined
  onClose(): void
}

/** Asks for account, type and name; the library is created only when all are given. */
export function CreateLibraryDialog({ accounts, type, billing, onClose }: CreateLibraryDialogProps) {
  const { t } = useLingui()
  const tell = useOutcome()
  const open = accounts.filter(({ status, role }) => !closedStatuses.includes(status) && mayBilling(role, 'list.edit'))
  const only = open.length === 1 ? open[0]?.id : undefined
  const first = open.some(({ id }) => id === billing) ? billing : only
  const create = async ({ billingAccount = '', type: chosen = '', name = '' }: EditValues) => {
    const key = newId()
    try {
      const payload = { key, billingAccount, name, type: chosen, deleted: false }
      const { opId } = await queue(saveRecord, { '*': `libraries/${key}` }, { payload }, { title: t`Library: ${name}` })
      onClose()
      void tell(opId, { done: t`Library Created`, failed: (message) => t`Error Creating Library: ${message}` })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(t`Error Creating Library: ${message}`, 'error')
    }
  }
  return (
    <EditDialog
      title={t`Create Library`}
      ok={t`Create`}
      row={undefined}
      note={open.length === 0 ? t`Owners and administrators of an active billing account can create its libraries.` : undefined}
      fields={[
        {
          attribute: 'billingAccount',
          label: t`Billing Account`,
          kind: 'select',
          options: open.map(({ id, name }) => [id, name] as const),
          required: t`Billing Account is required`,
          from: () => first ?? '',
        },
        {
          attribute: 'type',
          label: t`Type`,
          kind: 'select',
          options: libraryTypes.map((one) => [one, one] as const),
          from: () => type ?? libraryTypes[0],
        },
        { attribute: 'name', label: t`Library Name`, required: t`Library Name is required`, from: () => '' },
      ]}
      onSave={create}
      onClose={onClose}
    />
  )
}
