import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { type BillingAccount, keepSubscription } from '../../../contract/endpoints/billing/billing.ts'
import { freePlan } from '../../../contract/rules/plans.ts'
import { useNoCards } from '../../pricing/useNoCards.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useBillingWords } from './useBillingWords.ts'
import { CancelDialog } from './CancelDialog.tsx'
import * as styles from './billing.module.css'

interface AccountProps {
  readonly account: BillingAccount
}

interface PlanProps extends AccountProps {
  readonly refresh: () => Promise<void>
  readonly onChoose: () => void
}

/**
 * The plan of an account: its contents, price and usage, with change and cancellation. For Owners and
 * Administrators.
 */
export function AccountPlan({ account, refresh, onChoose }: PlanProps) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const words = useBillingWords()
  const noCards = useNoCards()
  const [cancelling, setCancelling] = useState(false)
  const { model, stripe } = account
  const plan = stripe?.subscription
  const keep = async () => {
    try {
      await ask(keepSubscription, { id: account.id }, {})
      await refresh()
    } catch (error) {
      await alertDialog(words.trouble(error))
    }
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Plan`}</h2>
      <PlanNotices account={account} />
      <PlanFigures account={account} />
      {model.cards === false && (
        <Notice level="warning">
          <p>{noCards}</p>
        </Notice>
      )}
      {!online && (
        <Notice>
          <Trans>There is no connection. Plans and payments can be changed when there is one.</Trans>
        </Notice>
      )}
      <div className={styles.row}>
        {model.status !== 'Partner' && (
          <Button kind="primary" disabled={!online} onClick={onChoose}>
            {plan && model.status !== 'Cancelled' ? t`Change Plan` : t`Choose Plan`}
          </Button>
        )}
        {model.cancelRequested ? (
          <Button disabled={!online} onClick={() => keep()}>{t`Keep the account`}</Button>
        ) : (
          (model.status === 'Active' || model.status === 'Trial') && (
            <Button disabled={!online} onClick={() => setCancelling(true)}>{t`Request Cancellation`}</Button>
          )
        )}
        <AccountLinks account={account} />
      </div>
      {cancelling && <CancelDialog account={account} refresh={refresh} onClose={() => setCancelling(false)} />}
    </section>
  )
}

/** Links to a larger account: another person pays, or a friend brings messages. */
function AccountLinks({ account: { id, model, stripe } }: AccountProps) {
  const { t } = useLingui()
  const runs = model.status !== 'Pending' && model.status !== 'Cancelled'
  const isPaid = stripe?.subscription !== undefined && stripe.subscription.id !== freePlan && model.status !== 'Cancelled'
  return (
    <>
      {!isPaid && model.status !== 'Partner' && model.cards !== false && (
        <LinkButton href={`/billing/request?source=${id}`}>{t`Ask my Boss`}</LinkButton>
      )}
      {runs && <LinkButton href={`/libraries?create=Toolbox&billing=${id}`}>{t`Create Library`}</LinkButton>}
      {runs && <LinkButton href={`/billing/refer?billing=${id}`}>{t`Give 100, Get 100`}</LinkButton>}
    </>
  )
}

/** What the owner should know about the state of the account: a failed charge, a pause, a cancellation. */
function PlanNotices({ account: { model, stripe, usage } }: AccountProps) {
  const words = useBillingWords()
  const until = model.cancelAt ? words.day(model.cancelAt) : ''
  return (
    <>
      {stripe?.subscription?.pastDue && (
        <Notice level="error">
          <Trans>The last charge did not go through. Update the payment method, or the plan ends.</Trans>
        </Notice>
      )}
      {usage?.paused && model.status !== 'Cancelled' && (
        <Notice level="warning">
          <Trans>
            All messages of this billing cycle are used up, so your bots pause. They continue with the next cycle, or at once with a larger
            plan.
          </Trans>
        </Notice>
      )}
      {model.cancelRequested && (
        <Notice level="warning">
          <Trans>Cancellation requested: the account runs until {until}.</Trans>
        </Notice>
      )}
      {model.status === 'Cancelled' && (
        <Notice level="warning">
          <Trans>This account is cancelled and its bots pause. Choose a plan to continue.</Trans>
        </Notice>
      )}
      {model.status === 'Pending' && (
        <Notice>
          <Trans>Another person was asked to pay for this account. It starts after the payment.</Trans>
        </Notice>
      )}
    </>
  )
}

function PlanFigures({ account }: AccountProps) {
  const { t } = useLingui()
  const words = useBillingWords()
  const { model, stripe } = account
  const plan = stripe?.subscription
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t`Plan`}</dt>
        <dd>{words.plan(account)}</dd>
      </div>
      <div>
        <dt>{t`Status`}</dt>
        <dd>{words.statuses[model.status]}</dd>
      </div>
      {plan && <SubscriptionFigures account={account} plan={plan} />}
      {(model.bonusMessages ?? 0) > 0 && (
        <div>
          <dt>{t`From referrals`}</dt>
          <dd>{t`${model.bonusMessages ?? 0} messages a month`}</dd>
        </div>
      )}
    </dl>
  )
}

type Plan = NonNullable<NonNullable<BillingAccount['stripe']>['subscription']>

function SubscriptionFigures({ account, plan }: AccountProps & { readonly plan: Plan }) {
  const { t } = useLingui()
  const words = useBillingWords()
  const price = words.cost(plan.planrate)
  return (
    <>
      <div>
        <dt>{t`Inclusions`}</dt>
        <dd>{words.inclusions(account)}</dd>
      </div>
      <div>
        <dt>{t`Usage`}</dt>
        <dd>{words.usage(account)}</dd>
      </div>
      {plan.planrate > 0 && (
        <div>
          <dt>{t`Price`}</dt>
          <dd>{plan.monthly ? t`${price} a month` : t`${price} a year`}</dd>
        </div>
      )}
      {plan.broadcast && (
        <div>
          <dt>{t`Broadcast`}</dt>
          <dd>{t`Yes`}</dd>
        </div>
      )}
      {plan.periodEnd !== '' && account.model.status !== 'Cancelled' && (
        <div>
          <dt>{t`Billing cycle ends`}</dt>
          <dd>{words.day(plan.periodEnd)}</dd>
        </div>
      )}
    </>
  )
}
