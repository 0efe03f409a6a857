import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { longestPasskeyName } from '../../../contract/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { hasPasskeys } from './hasPasskeys.ts'
import { makePasskey, passkeyName, passkeyTrouble } from './passkeys.ts'
import type { SignedIn } from './signedIn.ts'

/**
 * After a correct PIN, if the company requires a passkey: the person adds their first one, or uses an
 * existing one.
 */
export function PasskeyStep({
  kind,
  onAdded,
  onSignedIn,
  onBack,
}: {
  readonly kind: 'add' | 'use'
  /** `grant`: for this device; the answer to the PIN has none. */
  readonly onAdded: (grant: string | undefined) => Promise<void>
  readonly onSignedIn: (signedIn: SignedIn) => void
  readonly onBack: () => void
}) {
  const { t } = useLingui()
  const id = useId()
  const [name, setName] = useState(passkeyName)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const add = async () => {
    if (name.trim() === '') return setTrouble(t`Give the passkey a name, such as the device that it is on.`)
    setTrouble(undefined)
    setBusy(true)
    try {
      await onAdded(await makePasskey(name.trim()))
    } catch (error) {
      setTrouble(passkeyTrouble(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div style={{ display: 'grid', gap: '1.25rem' }}>
      <div>
        <h2 style={{ margin: 0 }}>{kind === 'add' ? t`Add a passkey` : t`Use your passkey`}</h2>
        <p>
          {kind === 'add' ? (
            <Trans>Your company asks its owners and administrators for a passkey. Add one now; next time you need no PIN.</Trans>
          ) : (
            <Trans>
              Your company asks for your passkey, and the PIN alone is not enough. If you have lost it, ask an owner of your company to
              reset it.
            </Trans>
          )}
        </p>
      </div>
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      {!hasPasskeys() ? (
        <Notice level="warning">
          <Trans>This browser has no passkeys. Sign in with another browser, or on a device with a screen lock.</Trans>
        </Notice>
      ) : kind === 'use' ? (
        <PasskeyButton primary onSignedIn={onSignedIn} />
      ) : (
        <>
          <div className="m-field">
            <label className="m-label" htmlFor={id}>
              {t`Name of the passkey`}
            </label>
            <input
              id={id}
              className="m-input"
              maxLength={longestPasskeyName}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button kind="primary" full busy={busy} onClick={() => void add()}>
            {t`Add a passkey`}
          </Button>
        </>
      )}
      <Button kind="quiet" full onClick={onBack}>
        {t`Back`}
      </Button>
    </div>
  )
}
