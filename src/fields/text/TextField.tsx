import { i18n } from '@lingui/core'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { decimalSign, parseNumber } from '../parseNumber.ts'
import { ariaOf, controlOf } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function TextField(props: FieldProps<'text'>) {
  const { form, node, setting } = props
  const field = controlOf(props)
  const typed = boundText(form, node, {
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
  const shared = { ...ariaOf(field), ...typed, readOnly: field.readOnly, placeholder: setting.placeholder, maxLength: setting.maxLength }
  if (setting.multiline) return <textarea {...shared} className={controls.textarea} rows={3} />
  const { unit } = setting
  const room = unit && `${unit.length + 2}ch`
  const input = (
    <input
      {...shared}
      className={controls.input}
      type="text"
      inputMode={setting.inputMode ?? (setting.number ? 'decimal' : undefined)}
      autoComplete={setting.inputMode === 'email' ? 'email' : undefined}
      enterKeyHint="done"
      aria-label={unit && `${field.label} (${unit})`}
      style={unit ? { paddingInlineEnd: room } : undefined}
    />
  )
  if (!unit) return input
  return (
    <div className={controls.affix}>
      {input}
      <span className={`${controls.affixText} ${controls.affixEnd}`} style={{ minWidth: room }} aria-hidden="true">
        {unit}
      </span>
    </div>
  )
}
