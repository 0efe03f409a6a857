import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { type BillingAccount, billingMemberRoles, inviteToBilling } from '../../../contract/billing.ts'
import { useOnline } from '../../store/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { alertDialog } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useBillingWords } from './billingWords.ts'

interface InviteProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

/** Invites somebody to an account by mail. Needs a connection, and says so first. */
export function InviteToAccountDialog({ account, refresh, onClose }: InviteProps) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const words = useBillingWords()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof billingMemberRoles)[number]>('Member')
  const [wrong, setWrong] = useState<string>()
  const invite = async () => {
    const to = email.trim()
    if (!to.includes('@')) {
      setWrong(t`Email Address Required`)
      return document.getElementById(id)?.focus()
    }
    setWrong(undefined)
    try {
      const answer = await ask(inviteToBilling, { id: account.id }, { email: to, role })
      if (!answer.success) {
        const said = answer.notification ?? answer.error
        if (said !== undefined) await alertDialog(said)
        return
      }
      toast(answer.notification ?? t`Invite Sent to ${to}`, 'success')
      await refresh()
      onClose()
    } catch (error) {
      const message = words.trouble(error)
      toast(t`Error Sending Invite: ${message}`, 'error')
    }
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Invite Member`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!online} onClick={() => invite()}>
            {t`Invite`}
          </Button>
        </>
      }
    >
      <div className="m-billing-form">
        {!online && (
          <Notice level="warning">
            <Trans>There is no connection. Invitations are sent at once, so they need one.</Trans>
          </Notice>
        )}
        <div className="m-field" data-invalid={wrong !== undefined || undefined}>
          <label className="m-label" htmlFor={id}>
            {t`Email`}
          </label>
          <input
            id={id}
            data-autofocus
            className="m-input"
            type="email"
            autoComplete="off"
            autoCapitalize="off"
            value={email}
            disabled={!online}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
            onChange={(event) => setEmail(event.target.value)}
          />
          {wrong !== undefined && (
            <p className="m-error" id={`${id}-wrong`} role="alert">
              {wrong}
            </p>
          )}
        </div>
        <fieldset className="m-field">
          <legend className="m-label m-billing-legend">{t`Role`}</legend>
          <div className="m-choices" data-display="buttons">
            {billingMemberRoles.map((one) => (
              <label key={one} className="m-choice">
                <input type="radio" name={`${id}-role`} checked={role === one} onChange={() => setRole(one)} />
                <span className="m-choice-text">{words.roles[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  )
}
