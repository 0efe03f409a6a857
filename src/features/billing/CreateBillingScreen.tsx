import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { subscriptionCheckout } from '../../../contract/endpoints/billing/billing.ts'
import { freePlan, freePlanShown, planById, priceOf } from '../../../contract/rules/plans.ts'
import type { ChosenPlan } from '../../../contract/endpoints/billing/pricing.ts'
import { listProjects } from '../../../contract/endpoints/projects.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/ids.ts'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/outbox.ts'
import { getOwner } from '../../store/identity/owner.ts'
import { whenSettled } from '../../store/outbox/pendingChanges.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { useBillingWords } from './billingWords.ts'
import { goTo } from './goTo.ts'
import './billing.css'

/**
 * `/billing/create`: a name, then a plan; `?team=` starts with the plan and pays for that project
 * (decision OQ-106).
 */
export function CreateBillingScreen() {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const online = useOnline()
  const words = useBillingWords()
  const query = new URLSearchParams(useLocation().searchStr)
  const team = query.get('team') ?? undefined
  const referral = query.get('referral') ?? undefined
  const projects = useCached(listProjects, undefined, { archived: 'false', include: ['team.billingAccount'] })
  const project = projects.data?.teams.find((one) => one.id === team)
  const [step, setStep] = useState(team === undefined ? 0 : 1)
  const [typed, setTyped] = useState<string>()
  const [plan, setPlan] = useState<ChosenPlan | undefined>(() => planFrom(query))
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The same account for every attempt to pay for it. */
  const account = useRef<{ key: string; plan: string; name: string }>(undefined)
  const name = (typed ?? project?.model.name ?? '').trim()
  const isFree = plan?.id === freePlan

  const create = async () => {
    if (name === '' || !plan || busy) return
    setTrouble(undefined)
    setBusy(true)
    try {
      const made = account.current?.name === name && account.current.plan === plan.id ? account.current : undefined
      const key = made?.key ?? newId()
      if (!made) {
        const owner = getOwner().slice(2)
        const payload = {
          name,
          owner,
          plan: plan.id,
          broadcast: plan.broadcast,
          deleted: !isFree,
          ...(team !== undefined && { team }),
          ...(referral !== undefined && { referral }),
        }
        const { opId } = await queue(saveRecord, { '*': `billing/${key}` }, { payload }, { title: t`Billing Account: ${name}` })
        if (isFree) return await router.navigate({ href: `/billing/${key}` })
        const { sent, message } = await whenSettled(opId)
        if (!sent) throw new Error(message)
        account.current = { key, plan: plan.id, name }
      }
      const checkout = await ask(subscriptionCheckout, { id: key }, undefined, {
        query: { plan: plan.id, broadcast: String(plan.broadcast) },
      })
      goTo.away(checkout.url)
    } catch (error) {
      setTrouble(words.trouble(error))
    } finally {
      setBusy(false)
    }
  }
  const next = (event?: FormEvent) => {
    event?.preventDefault()
    if (name !== '') setStep(1)
  }
  const steps = [t`Provide Name`, t`Select Plan`]
  return (
    <Page title={t`Create Billing Account`} width="desk">
      <ol className="m-steps">
        {steps.map((label, at) => (
          <li key={label} aria-current={at === step ? 'step' : undefined} data-done={at < step || undefined}>
            <span aria-hidden="true">{at + 1}</span> {label}
          </li>
        ))}
      </ol>
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      {step === 0 ? (
        <Card>
          <form className="m-billing-form" noValidate onSubmit={next}>
            <div className="m-field">
              <label className="m-label" htmlFor={id}>
                {t`Name`}
              </label>
              <p className="m-hint" id={`${id}-hint`}>
                <Trans>Your company, as it shall stand on invoices.</Trans>
              </p>
              <input
                id={id}
                className="m-input"
                autoComplete="organization"
                maxLength={200}
                value={typed ?? project?.model.name ?? ''}
                aria-describedby={`${id}-hint`}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            <div className="m-billing-row">
              <Button type="submit" kind="primary" disabled={name === ''}>{t`Next`}</Button>
            </div>
          </form>
        </Card>
      ) : (
        <div className="m-billing-form">
          <PlanChooser chosen={plan} onChoose={setPlan} free />
          {plan && !isFree && !online && (
            <Notice level="warning">
              <Trans>There is no connection. A plan is paid for at once, so it needs one. The free plan can begin now.</Trans>
            </Notice>
          )}
          <div className="m-billing-row">
            <Button onClick={() => setStep(0)}>{t`Back`}</Button>
            <Button kind="primary" disabled={!plan || name === '' || busy || (!isFree && !online)} onClick={() => create()}>
              {isFree ? t`Start Trial` : t`Proceed to Payment`}
            </Button>
          </div>
        </div>
      )}
    </Page>
  )
}

/** Returns the plan in the address, from a pricing table's link. */
function planFrom(query: URLSearchParams): ChosenPlan | undefined {
  const id = query.get('plan')
  if (id === freePlan) return { id, name: freePlanShown.name, price: 0, period: 'month', broadcast: false }
  const plan = id === null ? undefined : planById(id)
  if (!plan) return undefined
  const broadcast = query.get('broadcast') === 'true'
  return { id: plan.id, name: plan.name, price: priceOf(plan, broadcast), period: plan.interval, broadcast }
}
