import { useLingui } from '@lingui/react/macro'
import { signIn, verify } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PinForm } from './PinForm.tsx'
import type { SignedIn } from './signedIn.ts'
import { codeWords } from './failureWords.ts'

/** Login with Mobile: on its own page, and over a screen with an expired session. */
export function SignInForm({
  onSignedIn,
  onDisabled,
  autoFocus,
}: {
  readonly onSignedIn: (signedIn: SignedIn) => void
  /**
   * Called if the account was closed, so that the caller shows the message; without it, this form shows it.
   */
  readonly onDisabled?: (() => void) | undefined
  readonly autoFocus?: boolean
}) {
  const { t } = useLingui()
  return (
    <PinForm
      autoFocus={autoFocus}
      required={{ mobile: t`* mobile required *`, pin: t`* pin required *` }}
      submitLabel={t`Sign in`}
      send={(mobile) => ask(verify, undefined, { mobile })}
      enter={(mobile, pin) => ask(signIn, undefined, { mobile, pin })}
      onSignedIn={onSignedIn}
      onDisabled={onDisabled}
      after={(answer) =>
        answer.code === 'UNKNOWN_NUMBER' && (
          <>
            <Notice level="error">{codeWords('UNKNOWN_NUMBER')}</Notice>
            <LinkButton href="/signup" kind="primary" full>{t`Create Account`}</LinkButton>
          </>
        )
      }
      otherwise={<PasskeyButton onSignedIn={onSignedIn} onDisabled={onDisabled} />}
    />
  )
}
