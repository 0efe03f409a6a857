import { useEffect, useRef, useState } from 'react'
import type { ProviderKey } from '../../../contract/endpoints/oauth.ts'
import { endLogin, keepSignUp, type LoginEnd, logInWith } from './logInWith.ts'
import { type SignedIn, takeAnswer } from './signedIn.ts'
import { type NextPasskey, usePasskeyStep } from './usePasskeyStep.ts'
import { codeWords, failureWords } from './failureWords.ts'

/** The ways in which a login with another system ends on this page. */
export interface Endings {
  readonly onSignedIn: (signedIn: SignedIn) => void
  /** No one here has that account: Create Account is next. */
  readonly onSignUp: () => void
  /** The request linked an account; it was not a login. */
  readonly onLinked: () => void
  readonly onDisabled: () => void
}

export interface OtherSystem {
  readonly busy: ProviderKey | 'ending' | undefined
  readonly error: string | undefined
  /** The login succeeded, but the company also requires a passkey: PasskeyStep is next. */
  readonly passkey: NextPasskey | undefined
  start(provider: ProviderKey, link?: boolean): void
  end(login: LoginEnd): Promise<void>
}

export function useOtherSystem({ onSignedIn, onSignUp, onLinked, onDisabled }: Endings): OtherSystem {
  const [busy, setBusy] = useState<OtherSystem['busy']>()
  const [error, setError] = useState<string>()
  const passkey = usePasskeyStep(onSignedIn)
  /** Ends the wait for the window of the login that was started last. */
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const end = async (login: LoginEnd) => {
    setBusy('ending')
    try {
      const answer = await endLogin(login)
      if (login.link && answer.success) return onLinked()
      if (passkey.begin(answer)) return
      const signedIn = await takeAnswer(answer)
      if (signedIn) return onSignedIn(signedIn)
      if (answer.signup) {
        keepSignUp(answer.signup)
        return onSignUp()
      }
      if (answer.code === 'ACCOUNT_DISABLED') return onDisabled()
      setError(codeWords(answer.code ?? ''))
    } catch (failure) {
      setError(failureWords(failure))
    } finally {
      setBusy(undefined)
    }
  }

  return {
    busy,
    error,
    passkey: passkey.step,
    end,
    start(provider, link = false) {
      leaving.current?.abort()
      const mine = new AbortController()
      leaving.current = mine
      setError(undefined)
      setBusy(provider)
      const notBusy = () => leaving.current === mine && setBusy(undefined)
      void logInWith(provider, { link, signal: mine.signal, onClosed: notBusy }).then((login) => (login ? end(login) : notBusy()))
    },
  }
}
