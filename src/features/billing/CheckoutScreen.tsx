import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type CheckoutPage, payCheckout, readCheckout, testCards } from '../../../contract/endpoints/billing/payments.ts'
import { usePlanWords } from '../../pricing/usePlanWords.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { useBillingWords } from './useBillingWords.ts'
import { CardForm, type GivenCard } from './CardForm.tsx'
import { goTo } from './goTo.ts'
import * as styles from './billing.module.css'

/**
 * `/checkout/{session}`: the built-in payment provider's card page (decision OQ-112). Its address is a secret
 * of the person who started the checkout.
 */
export function CheckoutScreen() {
  const { t } = useLingui()
  const { session } = useParams({ from: '/checkout/$session' })
  const [checkout, setCheckout] = useState<CheckoutPage>()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { trouble: troubleOf } = useBillingWords()
  useEffect(() => {
    ask(readCheckout, { session }).then(setCheckout, (error: unknown) => setTrouble(troubleOf(error)))
  }, [session, troubleOf])

  const pay = async (body: Partial<GivenCard> & { confirm?: boolean }) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      const { state, url } = await ask(payCheckout, { session }, body)
      if (state === 'declined') setTrouble(t`The card was declined. Nothing was charged: try another card.`)
      else if (state === 'secondStep') setCheckout((page) => page && { ...page, state })
      else if (url !== undefined) goTo.away(url)
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setBusy(false)
    }
  }
  const title = checkout?.mode === 'setup' ? t`Update Payment Method` : t`Payment`
  return (
    <Page title={title}>
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      {!checkout && trouble === undefined && <Skeleton rows={4} height="3rem" />}
      {checkout && (
        <>
          <CheckoutSum checkout={checkout} />
          <CheckoutStep checkout={checkout} busy={busy} onPay={pay} />
          {checkout.state === 'open' && <TestCards />}
        </>
      )}
    </Page>
  )
}

/** What is paid for, and how much is due. */
function CheckoutSum({ checkout }: { readonly checkout: CheckoutPage }) {
  const { t } = useLingui()
  const words = useBillingWords()
  const say = usePlanWords()
  return (
    <Card>
      <p className={styles.account}>{checkout.account}</p>
      {checkout.lines.length > 0 && (
        <dl className={styles.lines}>
          {checkout.lines.map(({ label, amount }) => (
            <div key={label}>
              <dt>{say(label)}</dt>
              <dd>{words.cost(amount)}</dd>
            </div>
          ))}
          <div data-total>
            <dt>{checkout.interval === 'year' ? t`Due now, then every year` : t`Due now, then every month`}</dt>
            <dd>{words.cost(checkout.total)}</dd>
          </div>
        </dl>
      )}
    </Card>
  )
}

interface StepProps {
  readonly checkout: CheckoutPage
  readonly busy: boolean
  readonly onPay: (body: Partial<GivenCard> & { confirm?: boolean }) => Promise<void>
}

/** What the person does next, by the state of the checkout. */
function CheckoutStep({ checkout, busy, onPay }: StepProps) {
  const { t } = useLingui()
  switch (checkout.state) {
    case 'complete':
      return (
        <>
          <Notice level="success">{t`Paid. Thank you.`}</Notice>
          <LinkButton kind="primary" href={checkout.successUrl}>{t`Continue`}</LinkButton>
        </>
      )
    case 'expired':
      return <Notice level="warning">{t`This checkout is too old. Start again from the billing account.`}</Notice>
    case 'secondStep':
      return (
        <Card>
          <p className={styles.question}>
            <Trans>Your bank asks whether this is you. Confirm to pay.</Trans>
          </p>
          <div className={styles.row}>
            <Button kind="primary" disabled={busy} onClick={() => onPay({ confirm: true })}>{t`Confirm`}</Button>
            <LinkButton href={checkout.cancelUrl}>{t`Cancel`}</LinkButton>
          </div>
        </Card>
      )
    default:
      return <CardForm checkout={checkout} busy={busy} onPay={(card) => void onPay(card)} />
  }
}

function TestCards() {
  const { t } = useLingui()
  const does: Readonly<Record<keyof typeof testCards, string>> = {
    '4242424242424242': t`succeeds`,
    '4000002500003155': t`asks for a second step`,
    '4000000000000002': t`is declined`,
    '4000000000000341': t`is accepted, but a later charge fails`,
  }
  return (
    <Notice>
      <p>
        <Trans>This is a demo, so this is a test checkout: no money moves. Test cards:</Trans>
      </p>
      <ul className={styles.cards}>
        {(Object.keys(testCards) as (keyof typeof testCards)[]).map((number) => (
          <li key={number}>
            <code>{number.replace(/(.{4})(?=.)/g, '$1 ')}</code> {does[number]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
