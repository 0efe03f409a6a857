import type { FieldProps } from '../defineField.ts'
import { FieldFrame, RequiredSign } from '../FieldFrame.tsx'
import { ariaOf, useField } from '../useField.ts'
import { shownTick, tickAfter } from './rules.ts'

export function ToggleField({ form, node, setting }: FieldProps<'toggle'>) {
  const field = useField(form, node)
  const { invert } = setting
  return (
    <FieldFrame form={form} node={node} bare>
      <label className="m-check">
        <input
          {...ariaOf(field)}
          type="checkbox"
          checked={shownTick(field.value, invert)}
          disabled={field.readOnly}
          onChange={(event) => field.set(tickAfter(event.target.checked, field.value, { invert, required: field.required }))}
        />
        <span>
          {field.label}
          {field.required && !field.readOnly ? <RequiredSign /> : null}
        </span>
      </label>
    </FieldFrame>
  )
}
