import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../lib/formatDate.ts'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function DateField(props: FieldProps<'date'>) {
  const { form, node, setting, readOnly } = props
  const { t, i18n } = useLingui()
  const path = node.path ?? ''
  const value = useValue(form, path)
  const set = (next: string | null) => form.set(path, next)
  const notApplicable = setting.allowNA === true && value === null
  if (readOnly) {
    const missing = notApplicable ? t`N/A` : '–'
    return (
      <output id={fieldId(form, node)} className={controls.value}>
        {typeof value === 'string' && value !== '' ? formatDate(value, i18n.locale) : missing}
      </output>
    )
  }
  return (
    <>
      <input
        {...ariaOf(controlOf(props))}
        className={controls.input}
        type="date"
        value={typeof value === 'string' ? value : ''}
        min={setting.min}
        max={setting.max ?? '9999-12-31'}
        disabled={notApplicable}
        onChange={(event) => set(event.target.value || (setting.allowNA ? '' : null))}
      />
      {setting.allowNA ? (
        <label className={controls.check}>
          <input type="checkbox" checked={notApplicable} onChange={(event) => set(event.target.checked ? null : '')} />
          <span>{t`N/A`}</span>
        </label>
      ) : null}
    </>
  )
}
