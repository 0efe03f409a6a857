import { i18n } from '@lingui/core'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { decimalSign, parseNumber } from '../parseNumber.ts'
import { ariaOf, controlOf } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function TextField(props: FieldProps<'text'>) {
  const { form, node, setting } = props
  const field = controlOf(props)
  const input = boundText(form, node, {
    multiline: setting.multiline === true,
    read(text, done) {
      if (text.trim() === '') return null
      // Text that is no number stays as typed: the error text reports it, and no input is lost.
      if (setting.number) return parseNumber(text, decimalSign(i18n.locale)) ?? text
      return done ? text.trim() : text
    },
    write(value) {
      if (typeof value === 'number') return String(value).replace('.', decimalSign(i18n.locale))
      return value == null ? '' : String(value)
    },
  })
  const shared = { ...ariaOf(field), ...input, readOnly: field.readOnly, placeholder: setting.placeholder, maxLength: setting.maxLength }
  return setting.multiline ? (
    <textarea {...shared} className={controls.textarea} rows={3} />
  ) : (
    <input
      {...shared}
      className={controls.input}
      type="text"
      inputMode={setting.inputMode ?? (setting.number ? 'decimal' : undefined)}
      autoComplete={setting.inputMode === 'email' ? 'email' : undefined}
      enterKeyHint="done"
    />
  )
}
