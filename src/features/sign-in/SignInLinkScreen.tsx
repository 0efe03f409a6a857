import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { signInWithLink } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { codeWords, failureWords } from './failureWords.ts'
import { LoginLayout } from './LoginLayout.tsx'
import { PasskeyPage } from './PasskeyPage.tsx'
import { takeAnswer } from './signedIn.ts'
import type { Endings } from './useOtherSystem.ts'
import { usePasskeyStep } from './usePasskeyStep.ts'

/** Takes the token out of the address, so that it stays in no history. */
function takeToken(): string {
  const token = window.location.hash.slice(1)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}

/**
 * The page of a one-time sign-in link. It signs in at the press of a button: software that only opens links must not
 * use one up.
 */
export function SignInLinkScreen({ onSignedIn, onDisabled }: Pick<Endings, 'onSignedIn' | 'onDisabled'>) {
  const { t } = useLingui()
  const [token] = useState(takeToken)
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)
  const passkey = usePasskeyStep(onSignedIn, () => setError(codeWords('LINK_EXPIRED')))

  const open = async () => {
    setWorking(true)
    setError(undefined)
    try {
      const answer = await ask(signInWithLink, undefined, { token })
      if (passkey.begin(answer)) return
      const signedIn = await takeAnswer(answer)
      if (signedIn) return onSignedIn(signedIn)
      if (answer.code === 'ACCOUNT_DISABLED') return onDisabled()
      setError(codeWords(answer.code ?? ''))
    } catch (failure) {
      setError(failureWords(failure))
    } finally {
      setWorking(false)
    }
  }

  if (passkey.step) return <PasskeyPage {...passkey.step} />
  return (
    <LoginLayout title={t`Sign-in link`} lead={<Trans>This link signs you in once, on this device.</Trans>}>
      {error && <Notice level="error">{error}</Notice>}
      <Card padding="site" style={{ display: 'grid', gap: '0.75rem' }}>
        <Button kind="primary" full busy={working} onClick={() => void open()}>
          {t`Sign in`}
        </Button>
        <LinkButton href="/login" kind="quiet" full>
          {t`Other ways to sign in`}
        </LinkButton>
      </Card>
    </LoginLayout>
  )
}
