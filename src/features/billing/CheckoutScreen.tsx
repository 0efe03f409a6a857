import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type CheckoutPage, payCheckout, readCheckout, testCards } from '../../../contract/endpoints/billing/payments.ts'
import { today } from '../../lib/dates.ts'
import { usePlanWords } from '../../pricing/usePlanWords.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useBillingWords } from './billingWords.ts'
import { goTo } from './goTo.ts'
import './billing.css'

/** Returns `MM/YY` of a month as people and their browsers type it: 4/31, 0431, 04/2031. */
function monthOf(text: string): string | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*(?:\/\s*)?(?:20)?(\d{2})$/.exec(text.trim()) ?? []
  return month === undefined || year === undefined ? undefined : `${month.padStart(2, '0')}/${year}`
}

/**
 * `/checkout/{session}`: the built-in payment provider's card page (decision OQ-112). Its address is a secret
 * of the person who started the checkout.
 */
export function CheckoutScreen() {
  const { t } = useLingui()
  const id = useId()
  const words = useBillingWords()
  const say = usePlanWords()
  const { session = '' } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>
  const [checkout, setCheckout] = useState<CheckoutPage>()
  const [given, setGiven] = useState({ number: '', expiry: '', cvc: '' })
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const { trouble: troubleOf } = words
  useEffect(() => {
    ask(readCheckout, { session }).then(setCheckout, (error: unknown) => setTrouble(troubleOf(error)))
  }, [session, troubleOf])

  const pay = async (body: { number?: string; expiry?: string; cvc?: string; confirm?: boolean }) => {
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
  const does: Readonly<Record<keyof typeof testCards, string>> = {
    '4242424242424242': t`succeeds`,
    '4000002500003155': t`asks for a second step`,
    '4000000000000002': t`is declined`,
    '4000000000000341': t`is taken, and fails when it is charged later`,
  }
  const digits = given.number.replace(/\D/g, '')
  const expiry = monthOf(given.expiry)
  const wrong: Readonly<Record<keyof typeof given, string | undefined>> = {
    number:
      digits === ''
        ? t`Card number required`
        : Object.hasOwn(testCards, digits)
          ? undefined
          : t`This is a test checkout: use one of the test cards below.`,
    expiry:
      expiry && `20${expiry.slice(3)}-${expiry.slice(0, 2)}` >= today().slice(0, 7)
        ? undefined
        : t`The card has to be valid still: give its month and year, such as 04/31.`,
    cvc: /^\s*\d{3,4}\s*$/.test(given.cvc) ? undefined : t`The security code has 3 or 4 digits.`,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['number', 'expiry', 'cvc'] as const).find((name) => wrong[name] !== undefined)
    if (first !== undefined) return document.getElementById(`${id}-${first}`)?.focus()
    void pay({ ...given, expiry: expiry ?? '' })
  }
  const title = checkout?.mode === 'setup' ? t`Update Payment Method` : t`Payment`
  const input = (name: keyof typeof given, label: string, more: { placeholder: string; autoComplete: string; maxLength: number }) => (
    <div className="m-field">
      <label className="m-label" htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <input
        {...more}
        id={`${id}-${name}`}
        className="m-input"
        inputMode={name === 'expiry' ? 'text' : 'numeric'}
        value={given[name]}
        aria-invalid={(tried && wrong[name] !== undefined) || undefined}
        aria-describedby={tried && wrong[name] !== undefined ? `${id}-${name}-wrong` : undefined}
        onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
      />
      {tried && wrong[name] !== undefined && (
        <p className="m-error" id={`${id}-${name}-wrong`} role="alert">
          {wrong[name]}
        </p>
      )}
    </div>
  )
  return (
    <Page title={title}>
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      {!checkout && trouble === undefined && <Skeleton rows={4} height="3rem" />}
      {checkout && (
        <>
          <Card>
            <p className="m-billing-account">{checkout.account}</p>
            {checkout.lines.length > 0 && (
              <dl className="m-billing-lines">
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
          {checkout.state === 'complete' ? (
            <>
              <Notice level="success">{t`Paid. Thank you.`}</Notice>
              <LinkButton kind="primary" href={checkout.successUrl}>{t`Continue`}</LinkButton>
            </>
          ) : checkout.state === 'expired' ? (
            <Notice level="warning">{t`This checkout is too old. Begin again from the billing account.`}</Notice>
          ) : checkout.state === 'secondStep' ? (
            <Card>
              <p className="m-billing-question">
                <Trans>Your bank asks whether this is you. Confirm to pay.</Trans>
              </p>
              <div className="m-billing-row">
                <Button kind="primary" disabled={busy} onClick={() => pay({ confirm: true })}>{t`Confirm`}</Button>
                <LinkButton href={checkout.cancelUrl}>{t`Cancel`}</LinkButton>
              </div>
            </Card>
          ) : (
            <Card>
              <form className="m-billing-form" noValidate onSubmit={submit}>
                {input('number', t`Card number`, { placeholder: '4242 4242 4242 4242', autoComplete: 'cc-number', maxLength: 23 })}
                <div className="m-billing-pair">
                  {input('expiry', t`Valid until (MM/YY)`, { placeholder: '04/31', autoComplete: 'cc-exp', maxLength: 7 })}
                  {input('cvc', t`Security code`, { placeholder: '123', autoComplete: 'cc-csc', maxLength: 4 })}
                </div>
                <div className="m-billing-row">
                  <Button type="submit" kind="primary" disabled={busy}>
                    {checkout.mode === 'setup' ? t`Save Card` : t`Pay ${words.cost(checkout.total)}`}
                  </Button>
                  <LinkButton href={checkout.cancelUrl}>{t`Cancel`}</LinkButton>
                </div>
              </form>
            </Card>
          )}
          {checkout.state === 'open' && (
            <Notice>
              <p>
                <Trans>This is a demo, so this is a test checkout: no money moves. Test cards:</Trans>
              </p>
              <ul className="m-billing-cards">
                {(Object.keys(testCards) as (keyof typeof testCards)[]).map((number) => (
                  <li key={number}>
                    <code>{number.replace(/(.{4})(?=.)/g, '$1 ')}</code> {does[number]}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </>
      )}
    </Page>
  )
}
