import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BillingAccount, changeSubscription, subscriptionCheckout } from '../../../contract/endpoints/billing/billing.ts'
import type { ChosenPlan } from '../../../contract/endpoints/billing/pricing.ts'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useBillingWords } from './useBillingWords.ts'
import { goTo } from './goTo.ts'
import * as fullScreenStyles from '../../ui/overlays/fullScreen.module.css'
import * as styles from './billing.module.css'

interface ChangeProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

interface Preview {
  readonly plan: ChosenPlan
  readonly balance: number
  readonly total: number
  /** True if the card must be entered first. */
  readonly checkout: boolean
}

/** Changes the plan: the price is shown before anything changes; without a card the checkout is first. */
export function ChangePlanDialog({ account, refresh, onClose }: ChangeProps) {
  const { t } = useLingui()
  const words = useBillingWords()
  const [chosen, setChosen] = useState<ChosenPlan>()
  const [preview, setPreview] = useState<Preview>()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id } = account

  const doing = async (act: () => Promise<void>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await act()
    } catch (error) {
      setTrouble(words.trouble(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (plan: ChosenPlan | undefined) => {
    setChosen(plan)
    setPreview(undefined)
    if (!plan) return
    void doing(async () => {
      const { invoice, checkout } = await ask(
        changeSubscription,
        { id },
        { plan: plan.id, broadcast: plan.broadcast, preview: true },
        { query: { plan: plan.id } },
      )
      setPreview({ plan, balance: invoice.starting_balance, total: invoice.total, checkout: checkout === true })
    })
  }
  const change = (wanted: Preview) =>
    doing(async () => {
      const { plan } = wanted
      if (wanted.checkout) {
        const query = { plan: plan.id, broadcast: String(plan.broadcast) }
        goTo.away((await ask(subscriptionCheckout, { id }, undefined, { query })).url)
        return
      }
      await ask(changeSubscription, { id }, { plan: plan.id, broadcast: plan.broadcast, preview: false }, { query: { plan: plan.id } })
      await refresh()
      toast(t`Billing Account Updated`, 'success')
      onClose()
    })
  const current = preview !== undefined && preview.plan === chosen ? preview : undefined
  return (
    <FullScreen label={t`Choose Plan`} head={<h2 className={fullScreenStyles.title}>{t`Choose Plan`}</h2>} onClose={onClose}>
      <div className={styles.choose}>
        <PlanChooser chosen={chosen} onChoose={choose} free />
        {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
        <div className={styles.foot}>
          <div className={styles.preview} role="status">
            {current && <AmountDue preview={current} />}
          </div>
          <div className={styles.row}>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button kind="primary" disabled={!current || busy} onClick={() => current && change(current)}>
              {current?.checkout ? t`Proceed to Payment` : t`Change Plan`}
            </Button>
          </div>
        </div>
      </div>
    </FullScreen>
  )
}

/** What the person pays now, or what is kept as credit. */
function AmountDue({ preview: { plan, balance, total } }: { readonly preview: Preview }) {
  const words = useBillingWords()
  const amount = total + balance
  if (amount >= 0) {
    const due = words.cost(amount)
    return (
      <p>
        <Trans>
          You pay <strong>{due}</strong> now for {plan.name}.
        </Trans>
      </p>
    )
  }
  const credit = words.cost(-amount)
  return (
    <p>
      <Trans>
        You pay nothing now; <strong>{credit}</strong> is kept for later invoices.
      </Trans>
    </p>
  )
}
