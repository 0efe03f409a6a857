import { Trans, useLingui } from '@lingui/react/macro'
import { myTasks } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PinHint } from './PinHint.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { PinForm } from './PinForm.tsx'
import type { SignedIn } from './signedIn.ts'
import { codeWords } from './failureWords.ts'

/**
 * Login to My Tasks, for workers and for devices on site. The project is in the link, is the only one, or is
 * chosen after the PIN.
 */
export function MyTasksLogin({
  team,
  onSignedIn,
  onDisabled,
}: {
  readonly team: string | undefined
  readonly onSignedIn: (signedIn: SignedIn) => void
  readonly onDisabled: () => void
}) {
  const { t } = useLingui()
  return (
    <LoginLayout title={t`Login to My Tasks`} lead={<Trans>We text you a PIN. There is no password to remember.</Trans>}>
      <Card padding="site">
        <PinForm
          autoFocus
          required={{ mobile: t`* mobile required *`, pin: t`* pin required *` }}
          submitLabel={t`Sign in`}
          send={(mobile) => ask(myTasks, undefined, { mobile })}
          enter={(mobile, pin, choice = team) => ask(myTasks, undefined, { mobile, pin, ...(choice !== undefined && { team: choice }) })}
          onSignedIn={onSignedIn}
          onDisabled={onDisabled}
          after={({ code, teams = [] }, again) =>
            teams.length > 0 && (
              <div role="group" aria-label={t`Which project?`} style={{ display: 'grid', gap: '0.75rem' }}>
                {code === 'NOT_IN_TEAM' ? (
                  <Notice level="error">{codeWords(code)}</Notice>
                ) : (
                  <p>
                    <Trans>This number is in several projects. Which one?</Trans>
                  </p>
                )}
                {teams.map(({ id, name }) => (
                  <Button key={id} full icon="hardHat" onClick={() => again(id)}>
                    {name}
                  </Button>
                ))}
              </div>
            )
          }
        />
      </Card>
      <PinHint />
    </LoginLayout>
  )
}
