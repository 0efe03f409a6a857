import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { referFriend } from '../../../contract/endpoints/billing/billing.ts'
import { referralMessages } from '../../../contract/rules/plans.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { useNoCards } from '../../pricing/useNoCards.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { isAddress } from './leaveTo.ts'
import { StepForm, Steps } from './Steps.tsx'
import * as styles from './wizards.module.css'

interface Invite {
  readonly name: string
  readonly email: string
  readonly body: string
  readonly billing?: string
}

/** Returns the function that sends an invite, and goes back to the billing accounts. */
function useSendInvite(invite: Invite): () => Promise<void> {
  const { t } = useLingui()
  const router = useRouter()
  const noCards = useNoCards()
  const { email: address } = invite
  return async () => {
    try {
      const { success, notification } = await ask(referFriend, undefined, invite)
      if (!success) return await alertDialog(notification ?? t`The invite could not be sent. Please try again.`)
      toast(t`Invite Sent to ${address}`, 'success')
      await router.navigate({ href: '/billing' })
    } catch (error) {
      const refused = error instanceof Error && error.message
      const hasNoCards = error instanceof AskFailed && error.code === 'NO_CARDS'
      const message = (hasNoCards ? noCards : refused) || t`There is no connection.`
      toast(t`Error Sending Invite: ${message}`, 'error')
    }
  }
}

/** `/billing/refer`: Give 100, Get 100 (spec/2 §2). `billing` is the account that gets the bonus. */
export function ReferScreen() {
  const { t } = useLingui()
  const online = useOnline()
  const { billing } = useSearch({ from: '/console/billing/refer' })
  const { data: me } = useCached(getMe)
  const [step, setStep] = useState(0)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [left, setLeft] = useState(false)
  /** The message as edited by the person; undefined while it is the drafted one. */
  const [own, setOwn] = useState<string>()
  const friend = name.trim()
  const address = email.trim()
  const by = me?.name ?? ''
  const written = [
    t`Hi ${friend},`,
    t`We use Muster on site: daily reports, sign-in and forms on any phone, also without a connection.`,
    t`Start with the link below, and both of us get ${referralMessages} messages more each month.`,
    t`Best regards` + (by && `,\n${by}`),
  ].join('\n\n')
  const body = own ?? written
  const send = useSendInvite({ name: friend, email: address, body: body.trim(), ...(billing !== undefined && { billing }) })
  return (
    <Page
      title={t`Give 100, Get 100`}
      lead={
        <Trans>Recommend Muster: people who start with your link get {referralMessages} bonus messages each month, and so do you.</Trans>
      }
    >
      {!online && (
        <Notice level="warning">
          <Trans>There is no connection. An invite goes out at once, so it needs one.</Trans>
        </Notice>
      )}
      <Steps
        at={step}
        onGo={setStep}
        steps={[
          {
            title: t`Name and Email`,
            given: `${friend}, ${address}`,
            content: (
              <FriendStep
                name={name}
                email={email}
                error={left && address !== '' && !isAddress(email) ? t`Email Address Required` : undefined}
                onName={setName}
                onEmail={setEmail}
                onLeave={() => setLeft(true)}
                onNext={() => setStep(1)}
              />
            ),
          },
          {
            title: t`Invite Message`,
            content: (
              <>
                <TextArea
                  label={t`Your message`}
                  rows={9}
                  aria-required
                  maxLength={4000}
                  value={body}
                  onChange={(event) => setOwn(event.target.value)}
                />
                <div className={styles.buttons}>
                  <Button onClick={() => setStep(0)}>{t`Back`}</Button>
                  <Button kind="primary" disabled={!online || body.trim() === ''} onClick={send}>{t`Send Invite`}</Button>
                </div>
              </>
            ),
          },
        ]}
      />
    </Page>
  )
}

interface FriendStepProps {
  readonly name: string
  readonly email: string
  /** What is wrong with the email address. */
  readonly error: string | undefined
  onName(name: string): void
  onEmail(email: string): void
  onLeave(): void
  onNext(): void
}

function FriendStep({ name, email, error, onName, onEmail, onLeave, onNext }: FriendStepProps) {
  const { t } = useLingui()
  return (
    <StepForm onNext={onNext} enabled={name.trim() !== '' && isAddress(email)}>
      <TextField label={t`Name`} aria-required maxLength={200} value={name} onChange={(event) => onName(event.target.value)} />
      <div onBlur={onLeave}>
        <TextField
          label={t`Email`}
          type="email"
          aria-required
          maxLength={200}
          value={email}
          error={error}
          onChange={(event) => onEmail(event.target.value)}
        />
      </div>
    </StepForm>
  )
}
