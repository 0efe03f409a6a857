import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { signIn, verify } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PinHint } from './PinHint.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { dropSignUp, readSignUp } from './logInWith.ts'
import { PinForm } from './PinForm.tsx'
import type { SignedIn } from './signedIn.ts'
import { codeWords } from './failureWords.ts'

/**
 * Create Account: name and email, then the mobile number and its PIN. A person from another system keeps the
 * email address that the system has verified.
 */
export function SignUpScreen({ onSignedIn }: { readonly onSignedIn: (signedIn: SignedIn) => void }) {
  const { t } = useLingui()
  const [from] = useState(readSignUp)
  const [email, setEmail] = useState(from?.email ?? '')
  const [name, setName] = useState(from?.name ?? '')
  const [company, setCompany] = useState('')
  const [existing, setExisting] = useState(false)

  const check = () => {
    if (![email, name, company].every((value) => value.trim() !== '')) return t`* All Fields Required *`
    return isEmailAddress(email.trim()) ? undefined : t`This is not a complete e-mail address.`
  }
  const details = { email: email.trim(), name: name.trim(), company: company.trim() }
  return (
    <LoginLayout title={t`Create Account`} lead={<Trans>We text you a PIN. There is no password to remember.</Trans>}>
      {from && <NotLinkedYet />}
      <Card padding="site">
        <PinForm
          required={{ mobile: t`* Mobile Required *`, pin: t`* Verification PIN Required *` }}
          submitLabel={t`Create Account`}
          check={check}
          details={
            <>
              <DetailField
                name="email"
                label={t`Email`}
                value={email}
                onType={setEmail}
                type="email"
                autoComplete="email"
                maxLength={200}
                readOnly={from !== undefined}
              />
              <DetailField name="name" label={t`Name`} value={name} onType={setName} autoComplete="name" maxLength={100} />
              <DetailField
                name="company"
                label={t`Company`}
                value={company}
                onType={setCompany}
                autoComplete="organization"
                maxLength={100}
              />
            </>
          }
          send={async (mobile) => {
            const answer = await ask(verify, undefined, { mobile, ...details })
            setExisting(answer.exists === true)
            return answer.exists ? { success: false, code: 'NUMBER_EXISTS' } : answer
          }}
          enter={(mobile, pin, choice) =>
            ask(
              signIn,
              undefined,
              choice === 'login' ? { mobile, pin } : { mobile, pin, ...details, ...(from && { signupProvider: from.provider }) },
            )
          }
          onSignedIn={(signedIn) => {
            dropSignUp()
            onSignedIn(signedIn)
          }}
          after={(answer, again) => (answer.code === 'NUMBER_EXISTS' ? <LoginInstead onLogin={() => again('login')} /> : undefined)}
        />
      </Card>
      {existing && (
        <LinkButton href="/muster" kind="primary" full>
          {t`Login with Mobile`}
        </LinkButton>
      )}
      <LinkButton href="/login" kind="quiet" full>
        {t`Other ways to sign in`}
      </LinkButton>
      <LinkButton href="/pricing" kind="quiet" full>
        {t`Pricing`}
      </LinkButton>
      <PinHint />
    </LoginLayout>
  )
}

function NotLinkedYet() {
  return (
    <Notice>
      <Trans>
        This login is not linked with an account here yet. Create one below. If you have one, sign in with your mobile. Then link this login
        under “Where you are signed in”.
      </Trans>
    </Notice>
  )
}

function LoginInstead({ onLogin }: { readonly onLogin: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <Notice level="warning">{codeWords('NUMBER_EXISTS')}</Notice>
      <Button kind="primary" full onClick={onLogin}>
        {t`Login with Mobile`}
      </Button>
    </>
  )
}

interface DetailFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type?: string
  readonly autoComplete: string
  readonly readOnly?: boolean
  readonly maxLength: number
  readonly onType: (value: string) => void
}

function DetailField({ label, onType, ...input }: DetailFieldProps) {
  return (
    <TextField
      label={label}
      note={input.readOnly && <Trans>From the system that you signed in with.</Trans>}
      {...input}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
