import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Why there is nothing to watch, and what to do. */
export function Trouble({ online, onRetry, children }: { readonly online: boolean; onRetry(): void; readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <>
      <Notice level={online ? 'error' : 'warning'}>{children}</Notice>
      <Button icon="refresh" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </>
  )
}
