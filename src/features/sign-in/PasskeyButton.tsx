import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { hasPasskeys } from './hasPasskeys.ts'
import { type SignedIn, takeAnswer } from './signedIn.ts'
import { codeWords } from './failureWords.ts'

/** "Sign in with a passkey"; nothing if the browser has no passkeys. */
export function PasskeyButton({
  onSignedIn,
  onDisabled,
  primary = false,
}: {
  readonly onSignedIn: (signedIn: SignedIn) => void
  readonly onDisabled?: (() => void) | undefined
  readonly primary?: boolean
}) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!hasPasskeys()) return null
  const go = async () => {
    setTrouble(undefined)
    setBusy(true)
    // Few people sign in this way: its code is loaded after the tap.
    const { passkeyTrouble, signInWithPasskey } = await import('./signInWithPasskey.ts')
    try {
      const answer = await signInWithPasskey()
      const signedIn = await takeAnswer(answer)
      if (signedIn) return onSignedIn(signedIn)
      if (answer.code === 'ACCOUNT_DISABLED' && onDisabled) return onDisabled()
      setTrouble(codeWords(answer.code ?? ''))
    } catch (error) {
      setTrouble(passkeyTrouble(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
      <Button full kind={primary ? 'primary' : 'plain'} icon="lock" busy={busy} onClick={() => void go()}>
        {t`Sign in with a passkey`}
      </Button>
    </>
  )
}
