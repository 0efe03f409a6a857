import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { subscriptionCheckout } from '../../../contract/endpoints/billing/billing.ts'
import { freePlan, freePlanShown, planById, priceOf } from '../../../contract/rules/plans.ts'
import type { ChosenPlan } from '../../../contract/endpoints/billing/pricing.ts'
import { listProjects } from '../../../contract/endpoints/projects.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { sentOrKept } from '../../store/outbox/sentOrKept.ts'
import { getOwner } from '../../store/identity/useOwner.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { useStepMotion } from '../../ui/motion/useStepMotion.ts'
import { useBillingWords } from './useBillingWords.ts'
import { goTo } from './goTo.ts'
import * as styles from './billing.module.css'

/**
 * `/billing/create`: a name, then a plan; `?team=` starts with the plan and pays for that project
 * (decision OQ-106).
 */
export function CreateBillingScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const words = useBillingWords()
  const { team, referral, ...asked } = useSearch({ from: '/console/billing/create' })
  const projects = useCached(listProjects, undefined, { archived: 'false', include: ['team.billingAccount'] })
  const project = projects.data?.teams.find((one) => one.id === team)
  const [step, setStep] = useState(team === undefined ? 0 : 1)
  const content = useRef<HTMLDivElement>(null)
  useStepMotion(content, step)
  const [typed, setTyped] = useState<string>()
  const [plan, setPlan] = useState<ChosenPlan | undefined>(() => planFrom(asked.plan, asked.broadcast === 'true'))
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** The same account for every attempt to pay for it. */
  const account = useRef<{ key: string; plan: string; name: string }>(undefined)
  const name = (typed ?? project?.model.name ?? '').trim()
  const isFree = plan?.id === freePlan

  const openFree = async (key: string, opId: string) => {
    if ((await sentOrKept(opId)) === 'sent') return router.navigate({ href: `/billing/${key}` })
    // Its own page needs the server; the list shows it from this device.
    toast(t`The account is kept on this device and starts with the next connection.`, 'info')
    return router.navigate({ href: '/billing' })
  }
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
        if (isFree) return await openFree(key, opId)
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
  return (
    <Page title={t`Create Billing Account`} width="desk">
      <StepList step={step} />
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      <div ref={content}>
        {step === 0 ? (
          <NameForm name={typed ?? project?.model.name ?? ''} onType={setTyped} onNext={next} />
        ) : (
          <PlanStep plan={plan} isReady={name !== '' && !busy} onChoose={setPlan} onBack={() => setStep(0)} onPay={() => create()} />
        )}
      </div>
    </Page>
  )
}

function StepList({ step }: { readonly step: number }) {
  const { t } = useLingui()
  const steps = [t`Provide Name`, t`Select Plan`]
  return (
    <ol className={styles.steps}>
      {steps.map((label, at) => (
        <li key={label} aria-current={at === step ? 'step' : undefined} data-done={at < step || undefined}>
          <span aria-hidden="true">{at + 1}</span> {label}
        </li>
      ))}
    </ol>
  )
}

interface NameProps {
  readonly name: string
  readonly onType: (name: string) => void
  readonly onNext: (event: FormEvent) => void
}

function NameForm({ name, onType, onNext }: NameProps) {
  const { t } = useLingui()
  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={onNext}>
        <TextField
          label={t`Name`}
          hint={<Trans>The name of your company on invoices.</Trans>}
          autoComplete="organization"
          maxLength={200}
          value={name}
          onChange={(event) => onType(event.target.value)}
        />
        <div className={styles.row}>
          <Button type="submit" kind="primary" disabled={name.trim() === ''}>{t`Next`}</Button>
        </div>
      </form>
    </Card>
  )
}

interface PlanProps {
  readonly plan: ChosenPlan | undefined
  /** True if the account has a name and is not being made. */
  readonly isReady: boolean
  readonly onChoose: (plan: ChosenPlan | undefined) => void
  readonly onBack: () => void
  readonly onPay: () => Promise<void>
}

function PlanStep({ plan, isReady, onChoose, onBack, onPay }: PlanProps) {
  const { t } = useLingui()
  const online = useOnline()
  const isFree = plan?.id === freePlan
  return (
    <div className={styles.form}>
      <PlanChooser chosen={plan} onChoose={onChoose} free />
      {plan && !isFree && !online && (
        <Notice level="warning">
          <Trans>There is no connection. A paid plan needs one for the payment. You can start the free plan now.</Trans>
        </Notice>
      )}
      <div className={styles.row}>
        <Button onClick={onBack}>{t`Back`}</Button>
        <Button kind="primary" disabled={!plan || !isReady || (!isFree && !online)} onClick={onPay}>
          {isFree ? t`Start Trial` : t`Proceed to Payment`}
        </Button>
      </div>
    </div>
  )
}

/** Returns the plan in the address, from a pricing table's link. */
function planFrom(id: string | undefined, broadcast: boolean): ChosenPlan | undefined {
  if (id === freePlan) return { id, name: freePlanShown.name, price: 0, period: 'month', broadcast: false }
  const plan = id === undefined ? undefined : planById(id)
  if (!plan) return undefined
  return { id: plan.id, name: plan.name, price: priceOf(plan, broadcast), period: plan.interval, broadcast }
}
