import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../useFormHost.ts'

/** Inline save button. Not rendered if the action bar shows it, or in a read-only form. */
export function SaveField({ node, setting, readOnly }: FieldProps<'save'>) {
  const { t } = useLingui()
  const host = useFormHost()
  if (readOnly || host.saveNode === node) return null
  return (
    <Button kind="primary" onClick={() => host.save(setting)} full>
      {setting.label ?? t`Save`}
    </Button>
  )
}
