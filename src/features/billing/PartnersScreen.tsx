import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useMemo, useState } from 'react'
import { listPartners, mostPartnerAccounts, type PartnerAccount, setPartner } from '../../../contract/endpoints/billing/billing.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { useBillingWords } from './useBillingWords.ts'
import * as styles from './billing.module.css'

const keyOf = ({ id }: PartnerAccount) => id

/** `/partners`, for product administrators: which billing accounts are Partners (decision OQ-114). */
export function PartnersScreen() {
  const { t } = useLingui()
  const words = useBillingWords()
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const cached = useCached(listPartners, undefined, search === '' ? {} : { search })
  const columns = useMemo(
    (): TableColumn<PartnerAccount>[] => [
      { key: 'name', label: t`Name`, width: 1.5, text: ({ name }) => name },
      { key: 'owner', label: t`Owner`, text: ({ owner }) => owner ?? '' },
      { key: 'status', label: t`Status`, text: ({ status }) => words.statuses[status] },
    ],
    [t, words],
  )
  const change = async ({ id, name, status }: PartnerAccount) => {
    const partner = status !== 'Partner'
    const question = partner
      ? t`Make ${name} a Partner? Its bots never pause, and nothing is charged for the free plan.`
      : t`End the partnership of ${name}? It returns to its paid plan, or to the free plan.`
    if (!(await confirmDialog({ text: question }))) return
    try {
      await ask(setPartner, { id }, { partner })
      await cached.refresh()
      toast(t`Billing Account Updated`, 'success')
    } catch (error) {
      await alertDialog(words.trouble(error))
    }
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    setSearch(typed.trim())
  }
  return (
    <Page title={t`Partners`} width="desk" lead={<Trans>Partners count as active accounts, and their bots never pause.</Trans>}>
      <form className={styles.row} onSubmit={find}>
        <TextField
          label={t`Name of the account`}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{t`Search`}</Button>
      </form>
      <Answered cached={cached}>
        {({ items }) => (
          <>
            {items.length === mostPartnerAccounts && (
              <Notice>
                <Trans>Only the first {mostPartnerAccounts} accounts are shown. Search for a name to find others.</Trans>
              </Notice>
            )}
            <Table
              title={t`Billing Accounts`}
              columns={columns}
              rows={items}
              rowKey={keyOf}
              keptAs="partners"
              toolbar={false}
              emptyMessage={t`No billing accounts`}
              rowActions={(account) =>
                online
                  ? [
                      {
                        key: 'partner',
                        label: account.status === 'Partner' ? t`End Partnership` : t`Make Partner`,
                        onPress: () => void change(account),
                      },
                    ]
                  : []
              }
            />
          </>
        )}
      </Answered>
    </Page>
  )
}
