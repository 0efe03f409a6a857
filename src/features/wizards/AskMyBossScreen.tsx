import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { type ChosenPlan, wholeDollars } from '../../../contract/endpoints/billing/pricing.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { newId } from '../../lib/newId.ts'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { sentOrKept } from '../../store/outbox/sentOrKept.ts'
import { getOwner } from '../../store/identity/useOwner.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { isAddress } from './leaveTo.ts'
import { StepForm, Steps } from './Steps.tsx'
import * as styles from './wizards.module.css'

/** Everything that the person has entered, from the steps of the request. */
function useRequest() {
  const { source } = useSearch({ from: '/console/billing/request' })
  const { data: me } = useCached(getMe)
  const { data: accounts } = useCached(listBilling, undefined, { property: ['name'], include: ['billing.stripe'] })
  const [step, setStep] = useState(0)
  const [typed, setTyped] = useState<string>()
  const [plan, setPlan] = useState<ChosenPlan>()
  const [boss, setBoss] = useState({ name: '', email: '' })
  const [left, setLeft] = useState(false)
  const [testimonial, setTestimonial] = useState(true)
  /** The message as edited by the person; undefined while it is the drafted one. */
  const [own, setOwn] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const name = typed ?? accounts?.items.find(({ id }) => id === source)?.model.name ?? ''
  const cleanName = name.trim()
  const bossName = boss.name.trim()
  const words = usePlanInWords(plan)
  const written = useDraftedMessage({ bossName, cleanName, plan: words, testimonial, by: me?.name ?? '' })
  const body = own ?? written
  const contactDone = bossName !== '' && isAddress(boss.email)
  const ready = cleanName !== '' && plan !== undefined && contactDone && body.trim() !== ''
  const go = (next: number) => {
    setTrouble(undefined)
    setStep(next)
  }
  const entered = { source, name, cleanName, plan, boss, bossName, testimonial, body, planWords: words?.all }
  const setters = { setTyped, setPlan, setBoss, setTestimonial, setOwn, setTrouble }
  return { ...entered, ...setters, step, go, left, setLeft, contactDone, ready, trouble }
}

type Request = ReturnType<typeof useRequest>

function usePlanInWords(plan: ChosenPlan | undefined) {
  const { t, i18n } = useLingui()
  if (!plan) return undefined
  const price = wholeDollars(plan.price, i18n.locale)
  const per = plan.period === 'year' ? t`a year` : t`a month`
  return { name: plan.name, price, per, all: `${plan.name}, ${price} ${per}` }
}

interface Drafted {
  readonly bossName: string
  readonly cleanName: string
  readonly plan: ReturnType<typeof usePlanInWords>
  readonly testimonial: boolean
  /** Name of the person who asks. */
  readonly by: string
}

/** Returns the message as it is drafted from the other steps. */
function useDraftedMessage({ bossName, cleanName, plan, testimonial, by }: Drafted): string {
  const { t } = useLingui()
  const planName = plan?.name ?? ''
  const price = plan?.price
  const per = plan?.per ?? t`a month`
  return [
    t`Hi ${bossName},`,
    t`I would like to use Muster for ${cleanName}. The plan that fits is ${planName}: ${price ?? ''} ${per}.`,
    ...(testimonial ? [t`It saves our crews and me time every day: forms and sign-ins work on any phone, also without a connection.`] : []),
    t`The link below leads to the payment; you need no account for it.`,
    t`Thank you` + (by && `,\n${by}`),
  ].join('\n\n')
}

/** Stores the request in the outbox, and goes back to the billing accounts. */
function useSend({ source, cleanName, plan, boss, bossName, body, testimonial, ready, setTrouble }: Request) {
  const { t } = useLingui()
  const router = useRouter()
  /** The same key for every retry of a request. */
  const key = useRef<string>(undefined)
  return async () => {
    if (!ready || !plan) return
    setTrouble(undefined)
    try {
      const id = (key.current ??= newId())
      const payload = {
        name: cleanName,
        owner: getOwner().slice(2),
        plan: plan.id,
        broadcast: plan.broadcast,
        deleted: false,
        ...(source !== undefined && { source }),
        bossName,
        bossEmail: boss.email.trim(),
        bossBody: body.trim(),
        bossIncludeTestimonial: testimonial,
      }
      const { opId } = await queue(saveRecord, { '*': `billing/${id}` }, { payload }, { title: t`'Ask my Boss' Request` })
      if ((await sentOrKept(opId)) === 'sent') toast(t`'Ask my Boss' Request Sent`, 'success')
      else toast(t`The request is kept on this device and is sent with the next connection.`, 'info')
      await router.navigate({ href: '/billing' })
    } catch (error) {
      // A refused request stays in the outbox; another try is a new request.
      key.current = undefined
      setTrouble((error instanceof Error && error.message) || t`The request could not be sent. Please try again.`)
    }
  }
}

/**
 * `/billing/request`: asks another person to pay (spec/2 §2). Four steps: name, plan, recipient, and the
 * message, which is drafted from the other steps. `source` is the account from which it was opened.
 */
export function AskMyBossScreen() {
  const { t } = useLingui()
  const request = useRequest()
  const send = useSend(request)
  const { step, go, cleanName, planWords, boss, bossName } = request
  return (
    <Page title={t`Ask my Boss / Finance`} lead={<Trans>Another person pays. We write to them, and they need no account.</Trans>}>
      <Steps
        at={step}
        onGo={go}
        steps={[
          { title: t`Name`, given: cleanName, content: <NameStep request={request} /> },
          { title: t`Plan`, given: planWords, content: <PlanStep request={request} /> },
          { title: t`Contact Details`, given: `${bossName}, ${boss.email.trim()}`, content: <ContactStep request={request} /> },
          { title: t`Message`, content: <MessageStep request={request} onSend={send} /> },
        ]}
      />
    </Page>
  )
}

interface StepProps {
  readonly request: Request
}

function NameStep({ request: { name, cleanName, setTyped, go } }: StepProps) {
  const { t } = useLingui()
  return (
    <StepForm onNext={() => go(1)} enabled={cleanName !== ''}>
      <TextField
        label={t`Name of the billing account`}
        hint={t`The name of your company on invoices.`}
        autoComplete="organization"
        aria-required
        maxLength={200}
        value={name}
        onChange={(event) => setTyped(event.target.value)}
      />
    </StepForm>
  )
}

function PlanStep({ request: { plan, setPlan, go } }: StepProps) {
  const { t } = useLingui()
  return (
    <>
      <PlanChooser
        chosen={plan}
        onChoose={(next) => {
          const first = next !== undefined && next.id !== plan?.id
          setPlan(next)
          if (first) go(2)
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={() => go(0)}>{t`Back`}</Button>
        <Button kind="primary" disabled={!plan} onClick={() => go(2)}>{t`Next`}</Button>
      </div>
    </>
  )
}

function ContactStep({ request: { boss, setBoss, left, setLeft, contactDone, go } }: StepProps) {
  const { t } = useLingui()
  return (
    <StepForm onBack={() => go(1)} onNext={() => go(3)} enabled={contactDone}>
      <TextField
        label={t`Name of your boss or finance contact`}
        aria-required
        maxLength={200}
        value={boss.name}
        onChange={(event) => setBoss({ ...boss, name: event.target.value })}
      />
      <div onBlur={() => setLeft(true)}>
        <TextField
          label={t`Email`}
          type="email"
          aria-required
          maxLength={200}
          value={boss.email}
          error={left && boss.email.trim() !== '' && !isAddress(boss.email) && t`Email Address Required`}
          onChange={(event) => setBoss({ ...boss, email: event.target.value })}
        />
      </div>
    </StepForm>
  )
}

function MessageStep({ request, onSend }: StepProps & { readonly onSend: () => Promise<void> }) {
  const { t } = useLingui()
  const { testimonial, setTestimonial, body, setOwn, trouble, ready, go } = request
  return (
    <>
      <CheckField label={t`Say what it does for us`} checked={testimonial} onChange={(event) => setTestimonial(event.target.checked)} />
      <TextArea
        label={t`Your message`}
        rows={10}
        aria-required
        maxLength={4000}
        value={body}
        onChange={(event) => setOwn(event.target.value)}
      />
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      <div className={styles.buttons}>
        <Button onClick={() => go(2)}>{t`Back`}</Button>
        <Button kind="primary" disabled={!ready} onClick={onSend}>{t`Send Request`}</Button>
      </div>
    </>
  )
}
