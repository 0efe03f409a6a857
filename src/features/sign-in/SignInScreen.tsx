import { Trans, useLingui } from '@lingui/react/macro'
import { useOwner } from '../../store/identity/useOwner.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PinHint } from './PinHint.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { SignInForm } from './SignInForm.tsx'

/**
 * Login with Mobile. A person who is already signed in is informed, and may continue or sign in another
 * person.
 */
export function SignInScreen({
  onSignedIn,
  onDisabled,
}: {
  readonly onSignedIn: (redirect: string | undefined) => void
  readonly onDisabled: () => void
}) {
  const { t } = useLingui()
  const owner = useOwner()
  return (
    <LoginLayout title={t`Login with Mobile`} lead={<Trans>We text you a PIN. There is no password to remember.</Trans>}>
      {owner.startsWith('u:') && (
        <Notice>
          <p style={{ marginBottom: '0.75rem' }}>
            <Trans>You are signed in on this device.</Trans>
          </p>
          <LinkButton href="/">{t`Continue to My Tasks`}</LinkButton>
        </Notice>
      )}
      <Card padding="site">
        <SignInForm autoFocus onDisabled={onDisabled} onSignedIn={({ redirect }) => onSignedIn(redirect)} />
      </Card>
      <LinkButton href="/login" kind="quiet" full>
        {t`Other ways to sign in`}
      </LinkButton>
      <LinkButton kind="quiet" href="/scan" icon="camera">
        {t`Scan a QR code`}
      </LinkButton>
      <PinHint />
    </LoginLayout>
  )
}
