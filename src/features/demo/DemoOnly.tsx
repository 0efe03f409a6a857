import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { demoRuns } from '../../../contract/endpoints/demo.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'

/**
 * Demo screens exist only on a demo server: on any other server this shows a message before a person types.
 */
export function DemoOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    ask(demoRuns, undefined, undefined, { signal: leave.signal }).then(
      () => undefined,
      // Offline it is unknown: the form keeps the typed text, and shows the error when it is sent.
      (error: unknown) => setMissing(error instanceof AskFailed && error.kind === 'refused'),
    )
    return () => leave.abort()
  }, [])
  if (!isMissing) return children
  return (
    <EmptyState icon="message" title={t`Not a demo`} action={<LinkButton href="/sign-in" kind="primary" icon="key">{t`Login`}</LinkButton>}>
      <Trans>This server has no demo, because companies do their real work here.</Trans>
    </EmptyState>
  )
}
