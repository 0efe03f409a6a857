import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { loginChannel, type LoginTold, takeUnderWay, told } from './logInWith.ts'
import { PasskeyPage } from './PasskeyPage.tsx'
import { codeWords } from './failureWords.ts'
import { type Endings, useOtherSystem } from './useOtherSystem.ts'

/**
 * The return page of a login with another system: it sends the result to the page that opened this window, or
 * finishes the login here if the page itself was redirected.
 */
export function LoginFinishedScreen(endings: Endings) {
  const { t } = useLingui()
  const other = useOtherSystem(endings)
  const done = useRef(false)
  const [state, setState] = useState<'ending' | 'told' | 'lost'>('ending')
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (done.current) return
    done.current = true
    const said = new URLSearchParams(window.location.hash.slice(1))
    // Remove the ticket from the browser history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const [challenge, ticket, code] = ['for', 'ticket', 'error'].map((name) => said.get(name) ?? undefined)
    if (challenge === undefined) {
      setError(codeWords(code ?? 'LOGIN_EXPIRED'))
      return setState('lost')
    }
    const own = takeUnderWay(challenge)
    if (own) {
      setState('lost')
      void other.end({ ...own, ticket, error: code })
      return
    }
    const message: LoginTold = { type: told, for: challenge, ticket, error: code }
    const opener = window.opener as Window | null
    opener?.postMessage(message, window.location.origin)
    const channel = loginChannel()
    channel?.postMessage(message)
    channel?.close()
    setState('told')
    window.close()
  }, [other])

  // Back leads to the login page: the ticket of this page is used up.
  if (other.passkey) return <PasskeyPage {...other.passkey} onBack={() => window.location.assign('/login')} />

  const trouble = other.error ?? error
  return (
    <LoginLayout title={t`Login`}>
      {trouble && <Notice level="error">{trouble}</Notice>}
      {state === 'told' && (
        <>
          <p>
            <Trans>Go back to the page where you began. You can close this window.</Trans>
          </p>
          <Button kind="primary" onClick={() => window.close()}>{t`Close`}</Button>
        </>
      )}
      {trouble && state === 'lost' && (
        <LinkButton href="/login" kind="primary">
          {t`Login`}
        </LinkButton>
      )}
      {!trouble && state !== 'told' && <Spinner />}
    </LoginLayout>
  )
}
