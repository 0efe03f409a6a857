import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { joinByInvite } from '../../../../contract/endpoints/invites.ts'
import { ask } from '../../../sync/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { LinkButton } from '../../../ui/controls/LinkButton.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { codeWords, failureWords } from '../failureWords.ts'
import { LoginLayout } from '../LoginLayout.tsx'
import { PasskeyPage } from '../PasskeyPage.tsx'
import { takeAnswer } from '../signedIn.ts'
import type { Endings } from '../useOtherSystem.ts'
import { usePasskeyStep } from '../usePasskeyStep.ts'

/**
 * The page of an invitation for a person who is not signed in: they sign in, or join with their name alone. The address
 * of the invitation is kept for after both.
 */
export function JoinScreen({ token, onSignedIn }: { readonly token: string } & Pick<Endings, 'onSignedIn'>) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)
  const passkey = usePasskeyStep(onSignedIn)

  const join = async () => {
    setError(undefined)
    setWrong(name.trim() === '' ? t`Enter your name.` : undefined)
    if (name.trim() === '') return
    setWorking(true)
    try {
      const answer = await ask(joinByInvite, undefined, { token, name: name.trim() })
      if (passkey.begin(answer)) return
      const signedIn = await takeAnswer(answer)
      if (signedIn) return onSignedIn(signedIn)
      setError(answer.code === 'EMAIL_EXISTS' ? t`You already have an account. Sign in with it.` : codeWords(answer.code ?? ''))
    } catch (failure) {
      setError(failureWords(failure))
    } finally {
      setWorking(false)
    }
  }

  if (passkey.step) return <PasskeyPage {...passkey.step} />
  return (
    <LoginLayout title={t`You are invited`} lead={<Trans>Sign in if you have an account. Otherwise your name is enough.</Trans>}>
      {error && <Notice level="error">{error}</Notice>}
      <Card padding="site">
        <form
          style={{ display: 'grid', gap: '0.75rem' }}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void join()
          }}
        >
          <TextField
            label={t`Name`}
            name="name"
            autoComplete="name"
            maxLength={100}
            error={wrong}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button kind="primary" type="submit" full busy={working}>
            {t`Join`}
          </Button>
        </form>
        <LinkButton href="/login" kind="quiet" full>
          {t`I have an account`}
        </LinkButton>
      </Card>
    </LoginLayout>
  )
}
