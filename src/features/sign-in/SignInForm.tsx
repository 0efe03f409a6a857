import { useLingui } from '@lingui/react/macro'
import { signIn, verify } from '../../../contract/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PinForm } from './PinForm.tsx'
import type { SignedIn } from './signedIn.ts'
import { codeWords } from './signInWords.ts'

/** Login with Mobile: on the page of that name, and over a screen whose session has ended. */
export function SignInForm({
  onSignedIn,
  onDisabled,
  autoFocus,
}: {
  readonly onSignedIn: (signedIn: SignedIn) => void
  /** Where an account that was closed is told; without it, in the form. */
  readonly onDisabled?: (() => void) | undefined
  readonly autoFocus?: boolean
}) {
  const { t } = useLingui()
  return (
    <PinForm
      autoFocus={autoFocus}
      required={{ mobile: t`* mobile required *`, pin: t`* pin required *` }}
      submitLabel={t`Log in`}
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
