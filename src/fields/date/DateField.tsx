import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from '../defineField.ts'
import { ariaOf, useField } from '../useField.ts'

export function DateField({ form, node, setting }: FieldProps<'date'>) {
  const { t } = useLingui()
  const field = useField(form, node)
  const notApplicable = setting.allowNA === true && field.value === null
  return (
    <>
      <input
        {...ariaOf(field)}
        className="m-input"
        type="date"
        value={typeof field.value === 'string' ? field.value : ''}
        min={setting.min}
        max={setting.max ?? '9999-12-31'}
        disabled={notApplicable || field.readOnly}
        onChange={(event) => field.set(event.target.value || (setting.allowNA ? '' : null))}
      />
      {setting.allowNA ? (
        <label className="m-check">
          <input
            type="checkbox"
            checked={notApplicable}
            disabled={field.readOnly}
            onChange={(event) => field.set(event.target.checked ? null : '')}
          />
          <span>{t`N/A`}</span>
        </label>
      ) : null}
    </>
  )
}
