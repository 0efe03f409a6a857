import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { LineMark } from './LineMark.tsx'

/** The mark on the row of a record: its document does not conform. */
export function NonConformingMark() {
  return (
    <LineMark icon="alert" level="needsYou">
      <Trans>Non-conforming</Trans>
    </LineMark>
  )
}

export function NonConformingReason({ fields }: { readonly fields: readonly string[] }) {
  const names = fields.join(', ')
  return (
    <Notice level="warning">
      <Trans>Does not conform: {names}</Trans>
    </Notice>
  )
}
