import { Trans } from '@lingui/react/macro'
import { useOnline } from '../../../store/connectivity/useOnline.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** Shown before a person chooses anything, not after the last step. */
export function NeedsConnection() {
  if (useOnline()) return null
  return (
    <Notice level="warning">
      <Trans>A new bot needs a connection: the server knows its settings.</Trans>
    </Notice>
  )
}
