import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { hasPasskeys } from './hasPasskeys.ts'
import { NewPasskeyForm } from './NewPasskeyForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import type { NextPasskey } from './usePasskeyStep.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '1', outline: 'none' } })

/**
 * After a correct PIN or a login with another system, if the company requires a passkey: the person adds their first one, or uses an
 * existing one.
 */
export function PasskeyStep({ kind, onAdded, onSignedIn, onBack }: NextPasskey) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // The field of the PIN, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div style={{ display: 'grid', gap: '1.25rem' }}>
      <div>
        <Heading ref={heading} tabIndex={-1}>
          {kind === 'add' ? t`Add a passkey` : t`Use your passkey`}
        </Heading>
        <p>
          {kind === 'add' ? (
            <Trans>
              Your company asks its owners and administrators for a passkey. Add one now; next time you sign in with the passkey only.
            </Trans>
          ) : (
            <Trans>Your company also asks for your passkey. If you have lost it, ask an owner of your company to reset it.</Trans>
          )}
        </p>
      </div>
      {!hasPasskeys() && (
        <Notice level="warning">
          <Trans>This browser has no passkeys. Sign in with another browser, or on a device with a screen lock.</Trans>
        </Notice>
      )}
      {hasPasskeys() && (kind === 'use' ? <PasskeyButton primary onSignedIn={onSignedIn} /> : <NewPasskeyForm primary added={onAdded} />)}
      <Button kind="quiet" full onClick={onBack}>
        {t`Back`}
      </Button>
    </div>
  )
}
