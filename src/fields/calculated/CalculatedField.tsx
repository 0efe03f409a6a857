import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from '../defineField.ts'
import { useField } from '../useField.ts'
import { shownValue } from './rules.ts'

/** The engine works the value out; a person only reads it, and hears when it changes. */
export function CalculatedField({ form, node, setting }: FieldProps<'calculated'>) {
  const { i18n } = useLingui()
  const { id, value } = useField(form, node)
  return (
    <output id={id} className="m-value m-calculated">
      {shownValue(value, setting.format, i18n.locale)}
    </output>
  )
}
