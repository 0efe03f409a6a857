import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { billingByToken, subscriptionCheckout } from '../../../contract/endpoints/billing/billing.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { freePlan, planById, priceOf } from '../../../contract/rules/plans.ts'
import { wholeDollars } from '../../../contract/endpoints/billing/pricing.ts'
import { usePlanWords } from '../../pricing/usePlanWords.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { leaveTo } from './leaveTo.ts'

/**
 * `/billing/request/{id}` and `/billing/refer/{id}`: redirects to the payment; with the token of an email
 * also for a person without an account (decision OQ-105). A person who returns without having paid is not
 * redirected again, but sees the request.
 */
export function BillingLinkScreen() {
  const { id = '' } = useParams({ strict: false })
  const { paid, t: token, plan } = useSearch({ strict: false })
  if (paid === 'true') return <Paid />
  return <ToPayment key={id} id={id} token={token} plan={plan} />
}

function Paid() {
  const { t } = useLingui()
  return (
    <Page>
      <StatusScreen
        kind="processed"
        message={t`# Thank you

The payment went through and the plan runs. You can close this page.`}
      />
    </Page>
  )
}

type Linked = AnswerOf<typeof billingByToken>

const wasThere = (id: string) => `muster:paying:${id}`

interface ToPaymentProps {
  readonly id: string
  readonly token: string | undefined
  readonly plan: string | undefined
}

/** Leads to the payment, or finds the request if the person has been there. `trouble` is the reason if neither works. */
function usePayment({ id, token, plan }: ToPaymentProps) {
  const { t } = useLingui()
  const [linked, setLinked] = useState<Linked>()
  const [back] = useState(() => sessionStorage.getItem(wasThere(id)) !== null)
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(false)

  const reasonOf = (error: unknown): string => {
    if (error instanceof AskFailed && error.kind !== 'refused') return t`This needs a connection. Try again when there is one.`
    if (error instanceof AskFailed && error.code === 'NO_CARDS')
      return t`Card payment is not set up here, so you cannot pay with this link. Ask the sender for an invoice.`
    return error instanceof Error ? error.message : ''
  }
  const pay = async () => {
    setTrouble(undefined)
    try {
      const query = { ...(plan !== undefined && { plan }), ...(token !== undefined && { t: token }) }
      const { url } = await ask(subscriptionCheckout, { id }, undefined, { query })
      sessionStorage.setItem(wasThere(id), '1')
      leaveTo.page(url)
    } catch (error) {
      if (!(await hasPaid())) setTrouble(reasonOf(error))
    }
  }
  /** Checks for a request that was already paid, because the email still links to it. */
  const hasPaid = async () => {
    if (token === undefined) return false
    try {
      const link = await ask(billingByToken, { id }, undefined, { query: { t: token } })
      if (link.paid) setLinked(link)
      return link.paid
    } catch {
      return false
    }
  }
  const begin = async () => {
    if (!back || token === undefined) return pay()
    setTrouble(undefined)
    try {
      setLinked(await ask(billingByToken, { id }, undefined, { query: { t: token } }))
    } catch (error) {
      setTrouble(reasonOf(error))
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void begin()
  })
  return { linked, trouble, pay, begin }
}

function ToPayment(props: ToPaymentProps) {
  const { t } = useLingui()
  const { linked, trouble, pay, begin } = usePayment(props)
  if (trouble !== undefined)
    return (
      <Page>
        <FailedState error={{ message: trouble }} onRetry={begin} />
      </Page>
    )
  if (!linked)
    return (
      <Page>
        <StatusScreen kind="processing" message={t`Opening the payment page…`} />
      </Page>
    )
  if (linked.paid) return <Paid />
  return <PaymentRequest linked={linked} token={props.token} onPay={pay} />
}

interface RequestProps {
  readonly linked: Linked
  readonly token: string | undefined
  readonly onPay: () => Promise<void>
}

function PaymentRequest({ linked, token, onPay }: RequestProps) {
  const { t, i18n } = useLingui()
  const inWords = usePlanWords()
  const wanted = planById(linked.plan ?? '')
  const price = wanted && wholeDollars(priceOf(wanted, linked.broadcast ?? false), i18n.locale)
  const planName = inWords(wanted?.name ?? '')
  const { by, name } = linked
  return (
    <Page>
      <EmptyState
        icon="info"
        title={linked.kind === 'request' ? t`${by} asks you to pay for ${name}` : t`${by} recommends Muster to you`}
        action={
          <>
            {linked.kind === 'refer' && token !== undefined && (
              <LinkButton href={`/billing/create?plan=${freePlan}&referral=${token}`}>{t`Start with the free plan`}</LinkButton>
            )}
            <Button kind="primary" onClick={onPay}>{t`Proceed to Payment`}</Button>
          </>
        }
      >
        {wanted && (
          <p>
            {wanted.interval === 'year' ? (
              <Trans>
                {planName}, {price} a year
              </Trans>
            ) : (
              <Trans>
                {planName}, {price} a month
              </Trans>
            )}
          </p>
        )}
        <p>
          <Trans>Nothing has been paid yet. You need no account here.</Trans>
        </p>
      </EmptyState>
    </Page>
  )
}
