import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useNode } from '../useField.ts'

/** The red line of a validation that belongs to no field; one that does stands at its field. */
export function ValidationField({ form, node, setting }: FieldProps<'validation'>) {
  const { message } = useNode(form, node)
  if (setting.field || !message) return null
  return (
    <div className="m-error" id={fieldId(form, node)} tabIndex={-1}>
      {message}
    </div>
  )
}
