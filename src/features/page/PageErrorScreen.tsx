import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { errorTextCap, type PageTrouble, pageError, type SaveTrouble } from './pageError.ts'
import { rememberRedirect } from './rememberRedirect.ts'

interface PageErrorScreenProps {
  readonly trouble: PageTrouble
  readonly recovery: boolean
  /** Set after a save: a failed save is in the outbox, where the person can correct it. */
  readonly save?: SaveTrouble | undefined
  readonly onReload: () => unknown
}

/**
 * The error screens of spec/1 §8. `onReload` clears the error and loads again; typed input is kept as a draft
 * meanwhile.
 */
export function PageErrorScreen({ trouble, recovery, save, onReload }: PageErrorScreenProps) {
  const { t } = useLingui()
  // A refused save waits in the outbox, where the person corrects it; only the error of a stored one can be reloaded.
  const error =
    save && !(save === 'taken' && recovery)
      ? { kind: 'other' as const, text: trouble.message.slice(0, errorTextCap), code: trouble.code || 'UNKNOWN' }
      : pageError(trouble, recovery)
  const reload = (
    <Button kind="primary" icon="refresh" onClick={onReload}>
      {t`Reload`}
    </Button>
  )
  const again = (
    <Button kind="primary" icon="refresh" onClick={onReload}>
      {t`Try again`}
    </Button>
  )
  switch (error.kind) {
    case 'expired':
      return (
        <StatusScreen
          kind="error"
          message={t`The link you clicked has expired, they only last a day. Please ensure you have clicked the latest link and/or checked in for the day.`}
        />
      )
    case 'signIn':
      return <SignInFirst />
    case 'recovery':
      return (
        <StatusScreen
          kind="error"
          message={t`Sorry something unexpected has happened you can reload and try again, if the problem persists please contact support.`}
        >
          {reload}
        </StatusScreen>
      )
    case 'offline':
    case 'captive':
      return (
        <EmptyState alone icon="cloudOff" title={t`Not on this device yet`} action={again}>
          {error.kind === 'captive' ? (
            <Trans>This Wi-Fi asks you to sign in first. Then try again.</Trans>
          ) : (
            <Trans>This page needs a connection the first time. After that it opens without one.</Trans>
          )}
        </EmptyState>
      )
    case 'busy':
      return (
        <StatusScreen kind="error">
          {error.text && <p style={{ whiteSpace: 'pre-wrap' }}>{error.text}</p>}
          <p>
            <Trans>The server has a problem; your connection works. Try again in a few minutes.</Trans>
          </p>
          <Code>{error.code}</Code>
          {again}
        </StatusScreen>
      )
    case 'other':
      return (
        <StatusScreen kind="error">
          <p style={{ whiteSpace: 'pre-wrap' }}>{error.text}</p>
          <Code>{error.code}</Code>
          {save === 'waits' ? <KeptInOutbox /> : reload}
        </StatusScreen>
      )
  }
}

function SignInFirst() {
  const { t } = useLingui()
  return (
    <StatusScreen kind="error" message={t`You need to be logged in to do that.`}>
      <LinkButton href="/" kind="primary" icon="key" onClick={() => rememberRedirect(location.pathname + location.search + location.hash)}>
        {t`Login`}
      </LinkButton>
    </StatusScreen>
  )
}

function KeptInOutbox() {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>Your answers are kept on this device. You can correct and send them again from the outbox.</Trans>
      </p>
      <LinkButton href="/outbox" kind="primary" icon="list">
        {t`Open the outbox`}
      </LinkButton>
    </>
  )
}

function Code({ children: code }: { readonly children: string }) {
  return (
    <p style={{ color: 'var(--m-colors-fg-muted)', fontSize: 'var(--m-font-sizes-sm)' }}>
      <Trans>Code: {code}</Trans>
    </p>
  )
}
