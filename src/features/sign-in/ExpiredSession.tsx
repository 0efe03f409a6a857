import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { markLeft } from '../../store/encryption/grantOf.ts'
import { getStore } from '../../store/db/store.ts'
import { endNotices } from '../../store/session/endNotices.ts'
import { leaveBehind } from '../../store/session/leaveBehind.ts'
import { noteDisabled } from '../../store/session/noteDisabled.ts'
import { useSession } from '../../store/session/session.ts'
import { useOutboxCounts } from '../../store/outbox/queue.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PinHint } from './PinHint.tsx'
import { SignInForm } from './SignInForm.tsx'

/**
 * Shown when the session expires while a person works. The screen below stays, with all typed input. If the
 * same person signs in, the outbox continues by itself. If another person signs in, the screen is left and
 * the first person's work stays theirs. If the account was closed, no one can sign in; the start page says
 * so.
 */
export function ExpiredSession({ onOtherPerson }: { readonly onOtherPerson: () => void }) {
  const { t } = useLingui()
  const [person] = useState(getOwner)
  const [later, setLater] = useState(false)
  const { saved, sending, needsYou } = useOutboxCounts()
  const waiting = saved + sending + needsYou
  const { disabled } = useSession()
  const left = useRef(false)
  /** The device logs the person out. What they saved here is still sent, with its grant. */
  const leave = useCallback(async () => {
    if (left.current) return
    left.current = true
    noteDisabled()
    await leaveBehind(person).catch(() => undefined)
    await markLeft(getStore(), person).catch(() => undefined)
    await setOwner('p:')
    await endNotices()
    onOtherPerson()
  }, [onOtherPerson, person])
  useEffect(() => {
    if (disabled) void leave()
  }, [disabled, leave])
  if (later)
    return (
      <div style={{ padding: '0.75rem 1rem 0' }}>
        <Notice level="warning">
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', alignItems: 'center' }}>
            <span style={{ flex: '1 1 14rem' }}>
              <Trans>Your login has expired. What you save stays on this device until you sign in again.</Trans>
            </span>
            <Button onClick={() => setLater(false)}>{t`Login`}</Button>
          </div>
        </Notice>
      </div>
    )
  return (
    <Dialog
      open
      title={t`Please sign in again`}
      width={440}
      onClose={() => setLater(true)}
      actions={<Button kind="quiet" onClick={() => setLater(true)}>{t`Later`}</Button>}
    >
      <div style={{ display: 'grid', gap: '1.25rem' }}>
        <p>
          {waiting > 0 ? (
            <Trans>Your login has expired. {waiting} of your saves wait on this device and are sent when you sign in again.</Trans>
          ) : (
            <Trans>Your login has expired. Nothing is lost: what you typed is still here.</Trans>
          )}
        </p>
        <SignInForm
          autoFocus
          onDisabled={() => void leave()}
          onSignedIn={({ uid }) => {
            if (`u:${uid}` !== person) onOtherPerson()
          }}
        />
        <PinHint />
      </div>
    </Dialog>
  )
}
