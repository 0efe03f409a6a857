import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useValue } from '../useField.ts'
import { shownValue } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'
import * as fieldsStyles from '../fields.module.css'

/** Shows a value that the engine calculates; screen readers announce changes. */
export function CalculatedField({ form, node, setting }: FieldProps<'calculated'>) {
  const { i18n } = useLingui()
  const value = useValue(form, node.path ?? '')
  return (
    <output id={fieldId(form, node)} className={`${controls.value} ${fieldsStyles.calculated}`}>
      {shownValue(value, setting, i18n.locale)}
    </output>
  )
}
