import { useLingui } from '@lingui/react/macro'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

/** What happened, in words, and Retry. */
export function FailedState({
  error,
  onRetry,
}: {
  readonly error?: { readonly message: string } | undefined
  readonly onRetry?: (() => unknown) | undefined
}) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t`This could not be loaded`}
        action={
          onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              {t`Retry`}
            </Button>
          )
        }
      >
        {error?.message}
      </EmptyState>
    </div>
  )
}
