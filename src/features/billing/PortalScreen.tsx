import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type InvoiceRow, readPortal } from '../../../contract/endpoints/billing/payments.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { usePlanWords } from '../../pricing/usePlanWords.ts'
import { ask } from '../../sync/ask.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { useBillingWords } from './useBillingWords.ts'

const keyOf = ({ id }: InvoiceRow) => id

/** `/portal/{session}`: the invoices of an account, if the built-in provider processes the cards. */
export function PortalScreen() {
  const { t } = useLingui()
  const words = useBillingWords()
  const say = usePlanWords()
  const { session } = useParams({ from: '/portal/$session' })
  const [portal, setPortal] = useState<AnswerOf<typeof readPortal>>()
  const [trouble, setTrouble] = useState<string>()
  const { trouble: troubleOf, cost, day } = words
  useEffect(() => {
    ask(readPortal, { session }).then(setPortal, (error: unknown) => setTrouble(troubleOf(error)))
  }, [session, troubleOf])
  const columns = useMemo((): TableColumn<InvoiceRow>[] => {
    const statuses = { draft: t`Draft`, open: t`Open`, paid: t`Paid`, void: t`Void` }
    return [
      { key: 'number', label: t`Number`, text: ({ number }) => number },
      { key: 'at', label: t`Date`, text: ({ at }) => day(at), value: ({ at }) => at },
      { key: 'lines', label: t`For`, width: 2, text: ({ lines }) => lines.map(({ label }) => say(label)).join(', ') },
      { key: 'total', label: t`Total`, text: ({ total }) => cost(total), value: ({ total }) => total },
      { key: 'due', label: t`Charged`, text: ({ due }) => cost(due), value: ({ due }) => due },
      { key: 'status', label: t`Status`, text: ({ status }) => statuses[status] },
    ]
  }, [cost, day, say, t])
  const account = portal?.account ?? ''
  const credit = portal ? cost(-portal.balance) : ''
  return (
    <Page title={portal ? t`Invoices of ${account}` : t`Invoices`} width="desk">
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      {!portal && trouble === undefined && <Skeleton rows={4} height="3rem" />}
      {portal && (
        <>
          {portal.balance < 0 && <Notice>{t`Credit for later invoices: ${credit}`}</Notice>}
          <Table
            title={t`Invoices`}
            columns={columns}
            rows={portal.invoices}
            rowKey={keyOf}
            keptAs="invoices"
            emptyMessage={t`No invoices yet`}
          />
          <div>
            <LinkButton href={portal.returnUrl} icon="back">{t`Billing Account`}</LinkButton>
          </div>
        </>
      )}
    </Page>
  )
}
