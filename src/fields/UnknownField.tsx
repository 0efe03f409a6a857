import { Trans } from '@lingui/react/macro'
import type { FormNode } from '../engine/form.ts'
import { Notice } from '../ui/feedback/Notice.tsx'

/**
 * Shown for a type that this app version does not know: never a blank page, never a lost form (decision
 * OQ-016).
 */
export function UnknownField({ node }: { readonly node: FormNode }) {
  const { label, type } = node.setting as { label?: unknown; type?: unknown }
  const name = typeof label === 'string' && label ? label : String(type)
  return (
    <Notice level="warning">
      <Trans>“{name}” needs a newer version of this app. Everything else can be filled in and saved.</Trans>
    </Notice>
  )
}
