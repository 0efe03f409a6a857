import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { isEmailAddress } from '../../../contract/rules/emailAddress.ts'
import { signIn, verify } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { DemoHint } from './DemoHint.tsx'
import { GatePage } from './GatePage.tsx'
import { dropSignUp, readSignUp } from './otherSystem.ts'
import { PinForm } from './PinForm.tsx'
import type { SignedIn } from './signedIn.ts'
import { codeWords } from './signInWords.ts'

/**
 * Create Account: name and email, then the mobile number and its PIN. A person from another system keeps the
 * email address that the system has verified.
 */
export function SignUpScreen({ onSignedIn }: { readonly onSignedIn: (signedIn: SignedIn) => void }) {
  const { t } = useLingui()
  const id = useId()
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
  const field = (
    key: string,
    label: string,
    value: string,
    change: (value: string) => void,
    more: { type?: string; autoComplete: string; readOnly?: boolean; maxLength: number },
  ) => (
    <div className="m-field">
      <label className="m-label" htmlFor={`${id}-${key}`}>
        {label}
      </label>
      <input id={`${id}-${key}`} className="m-input" name={key} value={value} onChange={(event) => change(event.target.value)} {...more} />
      {more.readOnly && (
        <p className="m-hint">
          <Trans>From the system that you logged in with.</Trans>
        </p>
      )}
    </div>
  )

  return (
    <GatePage title={t`Create Account`} lead={<Trans>We text you a PIN. There is no password to remember.</Trans>}>
      <Card padding="site">
        <PinForm
          required={{ mobile: t`* Mobile Required *`, pin: t`* Verification PIN Required *` }}
          submitLabel={t`Create Account`}
          check={check}
          details={
            <>
              {field('email', t`Email`, email, setEmail, {
                type: 'email',
                autoComplete: 'email',
                maxLength: 200,
                readOnly: from !== undefined,
              })}
              {field('name', t`Name`, name, setName, { autoComplete: 'name', maxLength: 100 })}
              {field('company', t`Company`, company, setCompany, { autoComplete: 'organization', maxLength: 100 })}
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
          after={(answer, again) => {
            if (answer.code !== 'NUMBER_EXISTS') return undefined
            return (
              <>
                <Notice level="warning">{codeWords('NUMBER_EXISTS')}</Notice>
                <Button kind="primary" full onClick={() => again('login')}>
                  {t`Login with Mobile`}
                </Button>
              </>
            )
          }}
        />
      </Card>
      {existing && (
        <LinkButton href="/muster" kind="primary" full>
          {t`Login with Mobile`}
        </LinkButton>
      )}
      <LinkButton href="/login" kind="quiet" full>
        {t`Other ways to log in`}
      </LinkButton>
      <DemoHint />
    </GatePage>
  )
}
