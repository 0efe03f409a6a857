import { useLingui } from '@lingui/react/macro'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { IconName } from '../controls/Icon.tsx'
import { LinkButton } from '../controls/LinkButton.tsx'
import { useHeaded } from '../layout/Page.tsx'

export interface Failure {
  /** Code of the server, or `UNREACHABLE` and similar (store/queries/cached.ts). */
  readonly code?: string | undefined
  readonly message: string
  readonly passing?: 'offline' | 'captive' | 'busy' | undefined
}

/** The error in words, and advice. It is the heading of a screen without one. */
export function FailedState({ error, onRetry }: { readonly error?: Failure | undefined; readonly onRetry?: (() => unknown) | undefined }) {
  const { icon, title, text, login } = useFailureWords(error)
  const { t } = useLingui()
  const headed = useHeaded()
  const action = login ? (
    <LinkButton href="/" icon="key">
      {t`Login`}
    </LinkButton>
  ) : (
    onRetry && (
      <Button icon="refresh" onClick={onRetry}>
        {t`Try again`}
      </Button>
    )
  )
  return (
    <div role="alert">
      <EmptyState alone={!headed} icon={icon} title={title} action={action}>
        {text}
      </EmptyState>
    </div>
  )
}

function useFailureWords(error: Failure | undefined): {
  readonly icon: IconName
  readonly title: string
  readonly text: string | undefined
  readonly login?: true
} {
  const { t } = useLingui()
  const message = error?.message || undefined
  if (error?.passing === 'offline')
    return {
      icon: 'cloudOff',
      title: t`Not on this device yet`,
      text: t`This page needs a connection the first time. After that it opens without one.`,
    }
  if (error?.passing === 'captive')
    return { icon: 'globe', title: t`Not on this device yet`, text: t`This Wi-Fi asks you to sign in first. Then try again.` }
  if (error?.passing === 'busy')
    return {
      icon: 'alert',
      title: t`This could not be loaded`,
      text: t`The server has a problem; your connection works. Try again in a few minutes.`,
    }
  if (error?.code === 'NOT_AUTHORIZED') return { icon: 'key', title: t`You need to be logged in to do that.`, text: undefined, login: true }
  if (error?.code === 'FORBIDDEN')
    return { icon: 'lock', title: t`You have no access`, text: message ?? t`Ask an owner or administrator of the project.` }
  return { icon: 'alert', title: t`This could not be loaded`, text: message }
}
