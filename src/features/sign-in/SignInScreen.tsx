import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useOwner } from '../../store/owner.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { DemoHint } from './DemoHint.tsx'
import { SignInForm } from './SignInForm.tsx'

const Narrow = chakra('div', {
  base: { width: 'full', maxWidth: '27rem', marginInline: 'auto', display: 'grid', gap: '5', paddingTop: { base: '2', sm: '8' } },
})
const Heading = chakra('h1', { base: { textStyle: 'title' } })
const Lead = chakra('p', { base: { color: 'fg.muted', marginTop: '2' } })

/** Login with Mobile. Whoever is signed in already is told so, and may go on or let somebody else in. */
export function SignInScreen({ onSignedIn }: { readonly onSignedIn: (redirect: string | undefined) => void }) {
  const { t } = useLingui()
  const owner = useOwner()
  return (
    <Page>
      <title>{`${t`Login`} – Muster`}</title>
      <Narrow>
        <div>
          <Heading>{t`Login with Mobile`}</Heading>
          <Lead>
            <Trans>We text you a PIN. There is no password to remember.</Trans>
          </Lead>
        </div>
        {owner.startsWith('u:') && (
          <Notice>
            <p style={{ marginBottom: '0.75rem' }}>
              <Trans>You are logged in on this device.</Trans>
            </p>
            <LinkButton href="/">{t`Go on to My Tasks`}</LinkButton>
          </Notice>
        )}
        <Card padding="site">
          <SignInForm autoFocus onSignedIn={({ redirect }) => onSignedIn(redirect)} />
        </Card>
        <DemoHint />
      </Narrow>
    </Page>
  )
}
