import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore } from 'react'
import type { Form } from '../../engine/form.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/**
 * Warns that the form's expressions exceed the limit for a device, and where; the form can't be saved in this
 * state.
 */
export function ComplexNotice({ form }: { readonly form: Form }) {
  const place = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('node:', listener), [form]),
    () => form.tooComplex(),
  )
  if (place === undefined) return null
  return (
    <Notice level="error">
      <strong>
        <Trans>This form is too complex at {place}.</Trans>
      </strong>
      <p>
        <Trans>Tell the person who made it. Your answers stay on this device.</Trans>
      </p>
    </Notice>
  )
}
