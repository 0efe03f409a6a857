import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from '../defineField.ts'
import { decimalSign, parseNumber } from '../numbers.ts'
import { ariaOf, useControl } from '../useField.ts'
import { useTextInput } from '../useTextInput.ts'

export function TextField({ form, node, setting }: FieldProps<'text'>) {
  const { i18n } = useLingui()
  const field = useControl(form, node)
  const decimal = decimalSign(i18n.locale)
  const input = useTextInput(form, node, {
    multiline: setting.multiline === true,
    read(text, done) {
      if (text.trim() === '') return null
      // What is no number stays as typed: the red line says so, and nothing typed is lost.
      if (setting.number) return parseNumber(text, decimal) ?? text
      return done ? text.trim() : text
    },
    write: (value) => (typeof value === 'number' ? String(value).replace('.', decimal) : value == null ? '' : String(value)),
  })
  const shared = { ...ariaOf(field), ...input, readOnly: field.readOnly, placeholder: setting.placeholder, maxLength: setting.maxLength }
  return setting.multiline ? (
    <textarea {...shared} className="m-textarea" rows={3} />
  ) : (
    <input
      {...shared}
      className="m-input"
      type="text"
      inputMode={setting.inputMode ?? (setting.number ? 'decimal' : undefined)}
      autoComplete={setting.inputMode === 'email' ? 'email' : undefined}
      enterKeyHint="done"
    />
  )
}
