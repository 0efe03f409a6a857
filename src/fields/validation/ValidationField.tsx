import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useNode } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** The error text of a validation without a field; a validation with a field shows its text there. */
export function ValidationField({ form, node, setting }: FieldProps<'validation'>) {
  const { message } = useNode(form, node)
  if (setting.field || !message) return null
  return (
    <div className={controls.error} id={fieldId(form, node)} tabIndex={-1}>
      {message}
    </div>
  )
}
