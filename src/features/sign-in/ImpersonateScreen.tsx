import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { impersonate } from '../../../contract/endpoints/sign-in.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { failureWords } from './failureWords.ts'

/**
 * A product administrator enters the person to act as. `?uid=` or `?email=` in the address fills in the
 * field.
 */
export function ImpersonateScreen() {
  const { t } = useLingui()
  const { email, uid = '' } = useSearch({ from: '/console/impersonate' })
  const [who, setWho] = useState(email ?? uid)
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)

  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const named = who.trim()
    if (named === '') return setError(t`Type an email or a uid.`)
    setWorking(true)
    setError(undefined)
    try {
      const looked = await ask(impersonate, undefined, undefined, { query: named.includes('@') ? { email: named } : { uid: named } })
      setPreference('x:acting-as', true)
      await setOwner(`u:${looked.uid}`)
      window.location.assign('/')
    } catch (failure) {
      setError(failure instanceof AskFailed && failure.kind === 'refused' ? failure.message : failureWords(failure))
      setWorking(false)
    }
  }

  return (
    <Page title={t`Impersonate`} width="desk">
      <Card padding="site" style={{ maxWidth: '30rem' }}>
        <form onSubmit={(event) => void begin(event)} noValidate style={{ display: 'grid', gap: '1.25rem' }}>
          <p>
            <Trans>You see for an hour what that person sees. Nothing can be saved, and each use is logged.</Trans>
          </p>
          {error && <Notice level="error">{error}</Notice>}
          <TextField
            label={t`Email or uid of the person`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={who}
            onChange={(event) => setWho(event.target.value)}
          />
          <Button type="submit" kind="primary" busy={working}>
            {t`Impersonate`}
          </Button>
        </form>
      </Card>
    </Page>
  )
}
