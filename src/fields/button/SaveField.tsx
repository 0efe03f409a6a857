import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'

/** Saves the form where it stands, unless the action bar at the bottom shows it; a read-only form has none. */
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
