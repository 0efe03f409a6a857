import { useLingui } from '@lingui/react/macro'
import { textOf } from '../../../contract/forms/expressionValues.ts'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useText } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'
import * as fieldsStyles from '../fields.module.css'

type Props = FieldProps<'compactInfo' | 'owner team' | 'owner project' | 'owner user'>

/**
 * A read-only label and value on one line; a dash if there is no value. Owners are those of the record, or of
 * the page for a new one.
 */
export function CompactInfoField({ form, node, setting }: Props) {
  const { t } = useLingui()
  const names = { 'owner team': t`Team`, 'owner project': t`Project`, 'owner user': t`Person` }
  const own = setting.type === 'compactInfo'
  const template = useText(form, node, own ? setting.text : `{{${setting.type.replace(' ', '.')}}}`)
  const part = own ? '' : setting.type.slice('owner '.length)
  const text = template || (part === '' ? '' : textOf(form.value(part)))
  const label = setting.label ?? (own ? undefined : names[setting.type])
  return (
    <div className={`${controls.field} ${fieldsStyles.compactInfo}`} id={`${fieldId(form, node)}-field`}>
      {label ? <span className={fieldsStyles.compactLabel}>{label}</span> : null}
      <span className={controls.value}>{text.trim() || '–'}</span>
    </div>
  )
}
