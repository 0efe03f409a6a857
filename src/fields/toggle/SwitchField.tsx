import type { FieldProps } from '../defineField.ts'
import { FieldFrame, RequiredSign } from '../FieldFrame.tsx'
import { ariaOf, useField } from '../useField.ts'
import { offValue, onValue } from './rules.ts'

export function SwitchField({ form, node, setting }: FieldProps<'switch'>) {
  const field = useField(form, node)
  const on = field.value === onValue(setting)
  return (
    <FieldFrame form={form} node={node} bare>
      <label className="m-switch">
        <input
          {...ariaOf(field)}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          disabled={field.readOnly}
          onChange={(event) => field.set(event.target.checked ? onValue(setting) : offValue(setting))}
        />
        <span>
          {field.label}
          {field.required && !field.readOnly ? <RequiredSign /> : null}
        </span>
      </label>
    </FieldFrame>
  )
}
