import { masked } from '../../../contract/rules/masked.ts'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useValue } from '../useField.ts'
import { MobileField } from './MobileField.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import * as fieldsStyles from '../fields.module.css'

/**
 * A mobile number that only users with edit rights can read; others see its last digits (decision OQ-031).
 */
export function MobilePiiField(props: FieldProps<'mobile-pii'>) {
  const { form, node, readOnly, setting } = props
  const value = useValue(form, node.path ?? '')
  if (!readOnly) return <MobileField {...props} setting={{ ...setting, type: 'mobile' }} />
  return (
    <output id={fieldId(form, node)} className={`${controls.value} ${fieldsStyles.masked}`}>
      {typeof value === 'string' && value !== '' ? masked(value) : '–'}
    </output>
  )
}
