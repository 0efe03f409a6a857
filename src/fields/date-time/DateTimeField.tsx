import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { showErrorText } from '../showErrorText.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { formatMoment } from '../../lib/formatMoment.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** A date with time in the control of the browser, which has every minute. */
export function DateTimeField(props: FieldProps<'date-time'>) {
  const { form, node, setting, readOnly } = props
  const { i18n } = useLingui()
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = typeof held === 'string' ? held : ''
  useLayoutEffect(() => showErrorText(form, node), [form, node])
  if (readOnly) {
    return (
      <output id={fieldId(form, node)} className={controls.value}>
        {value === '' ? '–' : formatMoment(value, i18n.locale)}
      </output>
    )
  }
  return (
    <input
      {...ariaOf(controlOf(props))}
      className={controls.input}
      type="datetime-local"
      value={value.slice(0, 16)}
      min={setting.min}
      max={setting.max ?? '9999-12-31T23:59'}
      onChange={(event) => form.set(path, event.target.value.slice(0, 16) || null)}
    />
  )
}
