import type { FieldProps } from '../defineField.ts'
import { captionOf, fieldFrame } from '../FieldFrame.tsx'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { shownTick, tickAfter } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function ToggleField(props: FieldProps<'toggle'>) {
  const { form, node, setting, required, readOnly } = props
  const path = node.path ?? ''
  const value = useValue(form, path)
  const control = controlOf(props)
  const { invert } = setting
  return fieldFrame({
    ...props,
    bare: true,
    children: (
      <label className={controls.check}>
        <input
          {...ariaOf(control)}
          type="checkbox"
          checked={shownTick(value, invert)}
          disabled={readOnly}
          onChange={(event) => form.set(path, tickAfter(event.target.checked, value, { invert, required }))}
        />
        <span>{captionOf(control.label, required, readOnly)}</span>
      </label>
    ),
  })
}
