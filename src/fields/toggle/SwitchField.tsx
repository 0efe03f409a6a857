import type { FieldProps } from '../defineField.ts'
import { captionOf, fieldFrame } from '../FieldFrame.tsx'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { offValue, onValue } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function SwitchField(props: FieldProps<'switch'>) {
  const { form, node, setting, required, readOnly } = props
  const path = node.path ?? ''
  const value = useValue(form, path)
  const control = controlOf(props)
  const on = value === onValue(setting)
  return fieldFrame({
    ...props,
    bare: true,
    children: (
      <label className={controls.toggle}>
        <input
          {...ariaOf(control)}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          disabled={readOnly}
          onChange={(event) => form.set(path, event.target.checked ? onValue(setting) : offValue(setting))}
        />
        <span>{captionOf(control.label, required, readOnly)}</span>
      </label>
    ),
  })
}
