import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { companyKeys, loginProviders, type ProviderKey, providerKeys } from '../../../contract/endpoints/oauth.ts'
import { monthlyPath } from '../../../contract/reference/monthlyPath.ts'
import { takeDisabled } from '../../store/session/noteDisabled.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PinHint } from './PinHint.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { dropSignUp, embedded, goLogIn } from './logInWith.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyPage } from './PasskeyPage.tsx'
import { type Endings, useOtherSystem } from './useOtherSystem.ts'

type Providers = AnswerOf<typeof loginProviders>

/** Returns true while Shift is held down, which shows the hidden sandbox. */
function useShift(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const look = (event: KeyboardEvent) => setHeld(event.shiftKey)
    const release = () => setHeld(false)
    window.addEventListener('keydown', look)
    window.addEventListener('keyup', look)
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('keydown', look)
      window.removeEventListener('keyup', look)
      window.removeEventListener('blur', release)
    }
  }, [])
  return held
}

const isCompany = (key: ProviderKey) => companyKeys.some((known) => known === key)

const isProvider = (key: string | null): key is ProviderKey => providerKeys.some((known) => known === key)

/** The system that the address asks to link. A signed-in person who comes from the portal of the company asks for no link. */
function systemToLink(asked: URLSearchParams): ProviderKey | undefined {
  const [link, begin] = [asked.get('link'), asked.get('with')]
  if (isProvider(link)) return link
  return isProvider(begin) && !isCompany(begin) ? begin : undefined
}

/** The other systems that people can sign in with; undefined while loading and without a connection. */
function useProviders(): Providers | undefined {
  const [data, setData] = useState<Providers>()
  useEffect(() => {
    const leave = new AbortController()
    // Without a connection, hide the login methods that need one.
    ask(loginProviders, undefined, undefined, { signal: leave.signal }).then(setData, () => undefined)
    return () => leave.abort()
  }, [])
  return data
}

function iconOf(key: ProviderKey) {
  if (isCompany(key)) return 'people'
  return key === 'design' ? 'pen' : 'hardHat'
}

interface ProviderButtonProps {
  readonly provider: Providers['providers'][number]
  readonly link: boolean
  readonly other: ReturnType<typeof useOtherSystem>
}

function ProviderButton({ provider, link, other }: ProviderButtonProps) {
  const { t } = useLingui()
  const { key } = provider
  const names: Record<ProviderKey, string> = {
    construction: t`Construction System`,
    'construction-sandbox': t`Construction System Sandbox`,
    'construction-monthly': t`Construction System Monthly Sandbox`,
    design: t`Design System`,
    oidc: t`your company`,
    saml: t`your company`,
  }
  const name = provider.name ?? names[key]
  return (
    <Button
      full
      icon={iconOf(key)}
      kind={link ? 'primary' : 'plain'}
      busy={other.busy === key || other.busy === 'ending'}
      onClick={() => other.start(key, link)}
    >
      {link ? t`Link with ${name}` : t`Login with ${name}`}
    </Button>
  )
}

function LinkLead({ isCompanyLogin }: { readonly isCompanyLogin: boolean }) {
  if (isCompanyLogin) return <Trans>You sign in with your company once. Then you can sign in here with that account too.</Trans>
  return (
    <Trans>You sign in with the other system once. Then your bots can write there, and you can sign in here with that account too.</Trans>
  )
}

/**
 * The login page: with another system, with a mobile number, or with a new account. A path that names the
 * monthly sandbox signs in there. `?with=` starts a login at once; `?link=` links the account of another
 * system with the signed-in person.
 */
export function LoginScreen({ pathname, search, ...endings }: Endings & { readonly pathname: string; readonly search: string }) {
  const { t } = useLingui()
  const owner = useOwner()
  const shift = useShift()
  const data = useProviders()
  const other = useOtherSystem(endings)
  const [disabled, setDisabled] = useState(false)
  useEffect(() => {
    // An effect may run twice; the message that was taken stays shown.
    if (takeDisabled()) setDisabled(true)
    // An account that one person did not finish must not end as the login of the next one.
    dropSignUp()
  }, [])

  const monthly = pathname.includes(monthlyPath)
  const asked = new URLSearchParams(search)
  const begin = asked.get('with')
  const signedIn = owner.startsWith('u:')
  // Linking always needs a tap: an attacker who sends a link must not be able to link their own account with
  // this person.
  const toLink = signedIn ? systemToLink(asked) : undefined
  const known = (key: ProviderKey) => data?.providers.find((provider) => provider.key === key)
  const begins = !signedIn && !embedded() && isProvider(begin) && known(begin) !== undefined ? begin : undefined
  useEffect(() => {
    if (begins) goLogIn(begins)
  }, [begins])

  const button = (key: ProviderKey, link = false) => {
    const provider = known(key)
    return provider && <ProviderButton key={key} provider={provider} link={link} other={other} />
  }
  const trouble = other.error && <Notice level="error">{other.error}</Notice>

  if (toLink)
    return (
      <LoginLayout title={t`Link your account`} lead={<LinkLead isCompanyLogin={isCompany(toLink)} />}>
        {trouble}
        <Card padding="site">{button(toLink, true)}</Card>
      </LoginLayout>
    )

  if (other.passkey) return <PasskeyPage {...other.passkey} />

  return (
    <LoginLayout title={t`Login`}>
      {disabled && <Notice level="error">{t`Account Disabled`}</Notice>}
      {monthly && (
        <Notice level="warning">
          <Trans>This is the monthly sandbox. It is for trying things out: what you do here is wiped every month.</Trans>
        </Notice>
      )}
      {trouble}
      {signedIn && (
        <Notice>
          <p style={{ marginBottom: '0.75rem' }}>
            <Trans>You are signed in on this device.</Trans>
          </p>
          <LinkButton href="/">{t`Continue to My Tasks`}</LinkButton>
        </Notice>
      )}
      <Card padding="site" style={{ display: 'grid', gap: '0.75rem' }}>
        {companyKeys.map((key) => button(key))}
        {button(monthly ? 'construction-monthly' : 'construction')}
        {button('design')}
        <LinkButton href="/muster" kind="primary" icon="device" full>
          {t`Login with Mobile`}
        </LinkButton>
        {!signedIn && <PasskeyButton onSignedIn={endings.onSignedIn} onDisabled={endings.onDisabled} />}
        <LinkButton href="/signup" kind="quiet" full>
          {t`Create Account`}
        </LinkButton>
        {shift && button('construction-sandbox')}
      </Card>
      <LinkButton kind="quiet" href="/scan" icon="camera">
        {t`Scan a QR code`}
      </LinkButton>
      <PinHint />
    </LoginLayout>
  )
}
