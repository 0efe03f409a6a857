import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from './defineField.ts'
import { useLazyOptions } from './useLazyOptions.ts'
import { ariaOf, controlOf, useValue } from './useField.ts'
import * as controls from '../ui/controls/controls.module.css'

interface TimeSelectProps extends Omit<FieldProps<never>, 'setting'> {
  readonly placeholder: string | undefined
  /** The choices, as stored values. */
  readonly choices: readonly string[]
  /** Returns the display text. */
  readonly text: (choice: string) => string
}

/**
 * A native select of times: the phone's own wheel is faster for a thumb than a custom control. A stored value
 * that is no choice stays visible.
 */
export function TimeSelect({ choices, text, placeholder, ...field }: TimeSelectProps) {
  const { form, node, readOnly } = field
  const { t } = useLingui()
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = held == null ? '' : String(held)
  const { full, handlers } = useLazyOptions(form, choices.length)
  return (
    <select
      {...ariaOf(controlOf(field))}
      {...handlers}
      className={controls.select}
      value={value}
      disabled={readOnly}
      onChange={(event) => form.set(path, event.target.value || null)}
    >
      <option value="">{readOnly ? '–' : (placeholder ?? t`Choose…`)}</option>
      {value && !(full && choices.includes(value)) ? <option value={value}>{text(value)}</option> : null}
      {full &&
        choices.map((choice) => (
          <option key={choice} value={choice}>
            {text(choice)}
          </option>
        ))}
    </select>
  )
}
